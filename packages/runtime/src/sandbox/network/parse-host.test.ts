import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHost } from "./parse-host.ts";

test.each([
  ["example.org", "name", "example.org"],
  ["EXAMPLE.Org", "name", "example.org"],
  ["localhost", "name", "localhost"],
  ["_dmarc.my-host.example", "name", "_dmarc.my-host.example"],
  ["xn--bcher-kva.de", "name", "xn--bcher-kva.de"],
  ["1.example", "name", "1.example"],
  ["a.1e100.net", "name", "a.1e100.net"],
  [`${"a".repeat(63)}.org`, "name", `${"a".repeat(63)}.org`],
  ["127.0.0.1", "ipv4", "127.0.0.1"],
  ["[::1]", "ipv6", "::1"],
  ["[2001:DB8:0:0:0:0:0:1]", "ipv6", "2001:db8::1"],
])("%s is the %s %s", (text, kind, name) => {
  expect(parseHost(text)).toEqual({ kind, name });
});

/** What could be read in two ways, or not at all. */
const unclear = [
  ["nothing", ""],
  ["a NUL", "evil.org\0.example.org"],
  ["a line break", "example.org\r\n"],
  ["a space", " example.org"],
  ["a tab that browsers leave out", "exam\tple.org"],
  ["percent-encoding", "%65xample.org"],
  ["a percent-encoded dot", "evil%2eexample.org"],
  ["user information", "example.org@evil.org"],
  ["a backslash", "evil.org\\.example.org"],
  ["a slash", "evil.org/.example.org"],
  ["a question mark", "evil.org?.example.org"],
  ["a fragment", "evil.org#.example.org"],
  ["a trailing dot", "example.org."],
  ["a leading dot", ".example.org"],
  ["an empty label", "example..org"],
  ["a star", "*.example.org"],
  ["a port", "example.org:80"],
  ["a hyphen at a label's edge", "-example.org"],
  ["a label of 64", `${"a".repeat(64)}.org`],
  ["254 characters", `${"a.".repeat(125)}abcd`],
  ["letters of its own", "b\u00fccher.de"],
  ["full-width letters", "\uff45xample.org"],
  ["an ideographic full stop", "example\u3002org"],
  ["a soft hyphen", "exam\u00adple.org"],
  ["a decimal address", "2130706433"],
  ["a hexadecimal address", "0x7f000001"],
  ["an octal address", "0177.0.0.1"],
  ["a short address", "127.1"],
  ["a mixed address", "127.0.0x1"],
  ["an address with leading zeros", "127.000.000.001"],
  ["an address out of range", "256.0.0.1"],
  ["an address with five parts", "1.2.3.4.5"],
  ["an address with a trailing dot", "127.0.0.1."],
  ["a last label that begins like a number", "example.0x"],
  ["IPv6 without brackets", "::1"],
  ["half a bracket", "[::1"],
  ["something after the bracket", "[::1]x"],
  ["IPv4 in IPv6", "[::ffff:10.0.0.1]"],
  ["IPv4 in IPv6 as digits", "[::ffff:a00:1]"],
  ["IPv4 in IPv6, written out", "[0:0:0:0:0:FFFF:7f00:1]"],
  ["compatible IPv4", "[::127.0.0.1]"],
  ["a zone", "[fe80::1%eth0]"],
  ["an encoded zone", "[fe80::1%25eth0]"],
  ["IPv4 in brackets", "[127.0.0.1]"],
  ["a name in brackets", "[example.org]"],
] as const;

test.each(unclear)("T18: %s is not understood", (_what, text) => {
  expect(parseHost(text)).toBeUndefined();
});

test("T18: what is understood means the same to browsers, and stays the same when read again", () => {
  const pieces = fc.constantFrom(
    ..."aZ09.-_:[]%@\\/?#*x \t\0\u00e9\u3002\uff41".split(""),
    "0x",
    "127.0.0.1",
    "::",
    "org",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const host = parseHost(parts.join(""));
      if (!host) return;
      const written = host.kind === "ipv6" ? `[${host.name}]` : host.name;
      expect(new URL(`http://${written}/`).hostname).toBe(written);
      expect(new URL(`http://${parts.join("")}/`).hostname).toBe(written);
      expect(parseHost(written)).toEqual(host);
    }),
    { numRuns: 5000 },
  );
});

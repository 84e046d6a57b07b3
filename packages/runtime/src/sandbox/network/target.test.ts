import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHost, readAbsoluteForm, readAuthority } from "./target.ts";

test.each([
  ["example.org:443", { host: "example.org", port: 443 }],
  ["Example.ORG:8443", { host: "example.org", port: 8443 }],
  ["127.0.0.1:65535", { host: "127.0.0.1", port: 65_535 }],
  ["[::1]:1", { host: "::1", port: 1 }],
])("CONNECT %s names its target", (text, target) => {
  expect(readAuthority(text)).toEqual(target);
});

test.each([
  "",
  ":443",
  "example.org",
  "example.org:",
  "example.org:0",
  "example.org:00443",
  "example.org:+443",
  "example.org:4 43",
  "example.org:65536",
  "example.org:4294967739",
  "example.org:443:80",
  "example.org:443@evil.org:443",
  "user@example.org:443",
  "http://example.org:443",
  "/example.org:443",
  "::1:443",
  "[::1]443",
  "[::1:443",
  "[::ffff:127.0.0.1]:443",
  "evil.org\0.example.org:443",
  "example.org:443\n",
  "example.org.:443",
])("T18: CONNECT %j is not a target", (text) => {
  expect(readAuthority(text)).toBeUndefined();
});

test.each([
  ["http://example.org", { host: "example.org", port: 80, path: "/" }],
  ["http://example.org/", { host: "example.org", port: 80, path: "/" }],
  ["HTTP://EXAMPLE.org:8080/A/b?c=%20&d", { host: "example.org", port: 8080, path: "/A/b?c=%20&d" }],
  ["http://example.org?q", { host: "example.org", port: 80, path: "/?q" }],
  ["http://example.org/@evil.org:80/", { host: "example.org", port: 80, path: "/@evil.org:80/" }],
  ["http://example.org/a\\b", { host: "example.org", port: 80, path: "/a\\b" }],
  ["http://[::1]:3000/x", { host: "::1", port: 3000, path: "/x" }],
])("%s names its target", (text, target) => {
  expect(readAbsoluteForm(text)).toEqual(target);
});

test.each([
  "",
  "/",
  "*",
  "example.org",
  "//example.org/",
  "https://example.org/",
  "ftp://example.org/",
  "ws://example.org/",
  "http:example.org/",
  "http:/example.org/",
  "http:///example.org/",
  "http:\\\\example.org/",
  "http://user@example.org/",
  "http://example.org@evil.org/",
  "http://example.org\\@evil.org/",
  "http://evil.org\\.example.org/",
  "http://example.org:/",
  "http://example.org:0/",
  "http://example.org:65536/",
  "http://example.org:80:80/",
  "http://example.org./",
  "http://exam%70le.org/",
  "http://example.org#@evil.org/",
  "http://example.org/#x",
  "http://example.org/a b",
  "http://example.org/caf\u00e9",
  "http://example.org/a\nb",
  "http://example.org\t/",
  " http://example.org/",
  "http://2130706433/",
  "http://[::ffff:7f00:1]/",
  "http://[fe80::1%25eth0]/",
])("T18: %j is not a target", (text) => {
  expect(readAbsoluteForm(text)).toBeUndefined();
});

test("T18: browsers read every accepted address as the same host, port and path", () => {
  const piece = fc.constantFrom(
    "http://",
    "example.org",
    "evil.org",
    ":",
    "80",
    "8443",
    "/",
    "?",
    "#",
    "@",
    "\\",
    "%00",
    ".",
    "[::1]",
    "*",
    "A",
    "\t",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (parts) => {
      const text = `http://${parts.join("")}`;
      const target = readAbsoluteForm(text);
      if (!target) return;
      const url = new URL(text);
      expect(target.host).toBe(url.hostname.replace(/^\[|\]$/g, ""));
      expect(target.port).toBe(Number(url.port || 80));
    }),
    { numRuns: 5000 },
  );
});

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

/** Ambiguous or unreadable targets. */
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
  ["non-ASCII letters", "b\u00fccher.de"],
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

test("T18: an accepted target means the same to browsers, and is stable when read again", () => {
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

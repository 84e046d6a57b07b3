import fc from "fast-check";
import { expect, test } from "vitest";
import { readAbsoluteForm, readAuthority } from "./read-target.ts";

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
])("T18: CONNECT %j names nothing", (text) => {
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
])("T18: %j names nothing", (text) => {
  expect(readAbsoluteForm(text)).toBeUndefined();
});

test("T18: browsers read every address that is understood as the same host, port and path", () => {
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

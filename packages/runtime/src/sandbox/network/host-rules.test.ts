import { formatError, SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { findRule, readHostRules } from "./host-rules.ts";

test("rules are read into the form of hosts, with ports 80 and 443 unless one is given", () => {
  const hosts = [
    "Example.org",
    "*.example.org:8443",
    "127.0.0.1:3000",
    "[::0:1]",
    "b\u00fccher.de",
    "*.b\u00fccher.de",
  ];
  expect(readHostRules(hosts)).toEqual([
    { host: "example.org", subdomains: false, ports: [80, 443] },
    { host: "example.org", subdomains: true, ports: [8443] },
    { host: "127.0.0.1", subdomains: false, ports: [3000] },
    { host: "::1", subdomains: false, ports: [80, 443] },
    { host: "xn--bcher-kva.de", subdomains: false, ports: [80, 443] },
    { host: "xn--bcher-kva.de", subdomains: true, ports: [80, 443] },
  ]);
});

test.each([
  "",
  "*",
  "*:443",
  "*.",
  "*.*",
  "*.com",
  "*.localhost",
  "*.xn--p1ai",
  "*.127.0.0.1",
  "*.[::1]",
  "*example.org",
  "a*.example.org",
  "www.*.org",
  "example..org",
  ".example.org",
  "example.org.",
  "example.org:",
  "example.org:0",
  "example.org:080",
  "example.org:65536",
  "example.org:*",
  "example.org:https",
  "https://example.org",
  "example.org/path",
  "user@example.org",
  " example.org",
  "example.org\0.evil.org",
  "exa%6dple.org",
  "::1",
  "[::1",
  "[::ffff:10.0.0.1]",
  "127.1",
  "0x7f000001",
  "10.0.0.0/8",
  "domain:example.org",
])("the rule %j is an error at once", (host) => {
  const read = (): unknown => readHostRules(["example.org", host]);
  expect(read).toThrow(expect.objectContaining({ code: "option-invalid" }));
});

test("an error states the entry, what was found and what was expected", () => {
  const complaint = (host: string): string => {
    try {
      readHostRules([host]);
    } catch (error) {
      if (error instanceof SkillError) return formatError(error);
      throw error;
    }
    return "";
  };
  expect(complaint("*.com")).toBe(
    'Invalid option network "*.com": this is a whole top-level domain; expected at least two labels after the star.',
  );
  expect(complaint("a b")).toBe(
    'Invalid option network "a b": expected a host such as example.org, *.example.org or [::1]:8080.',
  );
});

test("a list longer than the limit is an error", () => {
  const hosts = Array.from({ length: sandboxLimits.networkHosts + 1 }, (_, at) => `h${at}.example.org`);
  expect(readHostRules(hosts.slice(1))).toHaveLength(sandboxLimits.networkHosts);
  expect(() => readHostRules(hosts)).toThrow(expect.objectContaining({ code: "option-invalid" }));
});

test.each([
  ["example.org", "example.org 443", "listed"],
  ["example.org", "example.org 80", "listed"],
  ["example.org", "example.org 8443", "port-not-listed"],
  ["example.org:8443", "example.org 8443", "listed"],
  ["example.org:8443", "example.org 443", "port-not-listed"],
  ["example.org", "www.example.org 443", "not-listed"],
  ["example.org", "badexample.org 443", "not-listed"],
  ["example.org", "example.org.evil.org 443", "not-listed"],
  ["*.example.org", "a.example.org 443", "listed"],
  ["*.example.org", "a.b.example.org 443", "listed"],
  ["*.example.org", "example.org 443", "not-listed"],
  ["*.example.org", "badexample.org 443", "not-listed"],
  ["*.example.org", "a.example.org.evil.org 443", "not-listed"],
  ["127.0.0.1:80", "127.0.0.1 80", "listed"],
  ["127.0.0.1:80", "127.0.0.2 80", "not-listed"],
  ["127.0.0.1:80", "localhost 80", "not-listed"],
  ["localhost:80", "127.0.0.1 80", "not-listed"],
  ["[::1]:80", "::1 80", "listed"],
  ["[::1]:80", "::2 80", "not-listed"],
] as const)("with the rule %s, %s is %s", (rule, target, expected) => {
  const [host = "", port] = target.split(" ");
  expect(findRule({ host, port: Number(port) }, readHostRules([rule]))).toBe(expected);
});

test("all rules for one host apply, and without rules nothing is listed", () => {
  const rules = readHostRules(["example.org:1", "example.org:2", "*.example.org"]);
  expect(findRule({ host: "example.org", port: 2 }, rules)).toBe("listed");
  expect(findRule({ host: "example.org", port: 3 }, rules)).toBe("port-not-listed");
  expect(findRule({ host: "example.org", port: 443 }, [])).toBe("not-listed");
});

import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import type { PolicyLayer } from "./policy-layer.ts";

function effectOf(lists: Partial<PolicyLayer>, input: unknown): Effect {
  const request = { tool: "WebFetch", input, workspace: "/work", resolvePath: () => undefined };
  return decide(request, [{ kind: "user", name: "user", otherwise: "allow", ...lists }]).effect;
}
const passesOnly = (only: string, url: unknown): boolean =>
  effectOf({ only: tokenizeTools(only) }, { url, prompt: "summarise" }) === "allow";
const passesDeny = (deny: string, url: unknown): boolean =>
  effectOf({ deny: tokenizeTools(deny) }, { url, prompt: "summarise" }) === "allow";

test.each([
  ["domain:example.com", "https://example.com"],
  ["domain:example.com", "http://example.com/a?b#c"],
  ["domain:example.com", "https://EXAMPLE.com:443/"],
  ["domain:Example.COM", "https://example.com/@evil.com"],
  ["domain:*.example.com", "https://a.example.com/"],
  ["domain:*.example.com", "https://a.b.example.com/"],
  ["domain:*", "https://anything.org/"],
  ["domain:127.0.0.1", "http://127.0.0.1/"],
  ["domain:[::1]", "http://[::1]/"],
  ["domain:b\u00fccher.de", "https://xn--bcher-kva.de/"],
  ["*", "gopher://x"],
])("WebFetch(%s) lets %s through", (rule, url) => {
  expect(passesOnly(`WebFetch(${rule})`, url)).toBe(true);
});

/** None of these is certainly example.com. */
const tricks: readonly unknown[] = [
  "https://evil.com/",
  "https://evil.com/example.com",
  "https://evilexample.com/",
  "https://example.com.evil.com/",
  "https://example.comevil.com/",
  "https://sub.example.com/",
  "https://example.com@evil.com/",
  "https://user:pass@example.com/",
  "https://example.com:8443/",
  "http://example.com:443/",
  "https://example.com./",
  "https://evil.com\0.example.com/",
  "https://evil.com%00.example.com/",
  "https://example.com\\@evil.com/",
  "https://evil.com\\.example.com/",
  "https:\\\\example.com/",
  "https:/example.com/",
  "https:example.com",
  "//example.com/",
  "example.com",
  " https://example.com/",
  "https://exam\tple.com/",
  "https://example.com/\n",
  "https://exam\u00adple.com/",
  "https://ex\u0430mple.com/",
  "https://\uff45xample.com/",
  "https://example\u3002com/",
  "https://%65xample.com/",
  "https://[::ffff:93.184.216.34]/",
  "https://93.184.216.34/",
  "https://0x5db8d822/",
  "https://1572395042/",
  "ftp://example.com/",
  "file://example.com/etc/passwd",
  "javascript:fetch('https://example.com')",
  "data:text/html,https://example.com",
  "",
  null,
  undefined,
  7,
  ["https://example.com/", "https://evil.com/"],
  { href: "https://evil.com/" },
];

test.each(tricks)("T18: WebFetch(domain:example.com) does not let %j through", (url) => {
  expect(passesOnly("WebFetch(domain:example.com)", url)).toBe(false);
});

test.each([
  "https://example.com/",
  "https://evil.com",
  "https://notexample.com/",
  "https://1.2.3.4/",
  "https://example.com./",
])("T18: WebFetch(domain:*.example.com) does not let %s through", (url) => {
  expect(passesOnly("WebFetch(domain:*.example.com)", url)).toBe(false);
});

/** Ways to reach evil.com, or that might be one. */
test.each([
  "https://evil.com/",
  "https://EVIL.com/",
  "https://evil.com./",
  "https://user@evil.com/",
  "https://evil.com:8443/",
  "https://good.com@evil.com/",
  "https://1.2.3.4/",
  "https://[::ffff:1.2.3.4]/",
  "https://0x01020304/",
  "https://\uff45vil.com/",
  "https://%65vil.com/",
  "https:evil.com",
  "evil.com",
  "ftp://evil.com/",
  7,
])("WebFetch(domain:evil.com) denies %j", (url) => {
  expect(passesDeny("WebFetch(domain:evil.com)", url)).toBe(false);
});

test("a rule that denies one domain does not affect others", () => {
  for (const url of ["https://good.com/", "https://notevil.com/", "https://evil.com.good.org/"])
    expect(passesDeny("WebFetch(domain:evil.com)", url), url).toBe(true);
  expect(passesDeny("WebFetch(domain:*.evil.com)", "https://a.evil.com/")).toBe(false);
});

test("all addresses of a call are checked, and an unknown field denies it", () => {
  const only = { only: tokenizeTools("WebFetch(domain:example.com)") };
  expect(effectOf(only, { urls: ["https://example.com/", "https://example.com/b"] })).toBe("allow");
  expect(effectOf(only, { url: "https://example.com/", uri: "https://evil.com/" })).toBe("deny");
  expect(effectOf(only, { url: "https://example.com/", proxy: "https://evil.com/" })).toBe("deny");
  expect(effectOf(only, {})).toBe("deny");
});

test.each([
  "domain:",
  "domain:a b",
  "domain:.",
  "domain:*.",
  "domain:*..",
  "domain:256.1.1.1",
  "domain:*.*.com",
  "domain:x/y",
  "domain:u@x",
  "domain:x:80",
  "example.com",
  "url:x",
  "domain:?x",
])("WebFetch(%s) is an unclear rule: it allows nothing and denies everything", (rule) => {
  expect(passesOnly(`WebFetch(${rule})`, "https://example.com/")).toBe(false);
  expect(passesDeny(`WebFetch(${rule})`, "https://example.com/")).toBe(false);
});

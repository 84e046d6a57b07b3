import { limits } from "@skillwright/core";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import type { ConnectionDecision } from "../sandbox.ts";
import { createGatekeeper, type Gatekeeper } from "./create-gatekeeper.ts";
import { readHostRules } from "./host-rules.ts";

function createTestGatekeeper(): Gatekeeper & { readonly decisions: ConnectionDecision[] } {
  const decisions: ConnectionDecision[] = [];
  const gatekeeper = createGatekeeper({
    rules: readHostRules(["example.org"]),
    lookup: async () => ["93.184.216.34"],
    onDecision: (decision) => decisions.push(decision),
  });
  return { ...gatekeeper, decisions };
}

test("it hands out the very target that was judged, with its addresses, and tells of it", async () => {
  const { admit, decisions } = createTestGatekeeper();
  const target = { host: "example.org", port: 443, path: "/a" };
  expect(await admit("example.org:443", target)).toEqual({
    allowed: true,
    target,
    addresses: ["93.184.216.34"],
  });
  expect(decisions).toEqual([{ host: "example.org", port: 443, allowed: true, reason: "listed" }]);
});

test("a refusal names the host that was judged, not what was stated", async () => {
  const { admit, decisions } = createTestGatekeeper();
  const refused = { allowed: false, refusal: "not-listed", host: "evil.org:443" };
  expect(await admit("EVIL.org:443", { host: "evil.org", port: 443 })).toEqual(refused);
  expect(decisions).toEqual([{ host: "evil.org", port: 443, allowed: false, reason: "not-listed" }]);
});

test("T19: what was not understood is shown without control characters, and not at length", async () => {
  const { admit, refuse } = createTestGatekeeper();
  expect(await admit("\x1b[31m\u009bevil\0 \u202e", undefined)).toEqual({
    allowed: false,
    refusal: "malformed",
    host: "\\x1b[31m\\x9bevil\\x00\\x20\\x202e",
  });
  expect(refuse("x".repeat(5000), "pipelined").host).toBe("x".repeat(limits.detailCharacters));
});

test("requests under way when the bound is reached are refused too", async () => {
  const { admit, decisions } = createTestGatekeeper();
  const target = { host: "example.org", port: 443 };
  const all = Array.from({ length: sandboxLimits.networkRequests + 50 }, () => admit("", target));
  const admitted = (await Promise.all(all)).filter(({ allowed }) => allowed);
  expect([admitted.length, decisions.length]).toEqual([
    sandboxLimits.networkRequests,
    sandboxLimits.networkRequests + 1,
  ]);
});

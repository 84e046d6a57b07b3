import { limits } from "@skillwright/core";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import type { ConnectionDecision } from "../sandbox.ts";
import { checkTarget, createGatekeeper, type Gatekeeper, type Verdict } from "./gatekeeper.ts";
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

test("it returns exactly the target that was checked, with its addresses, and reports it", async () => {
  const { admit, decisions } = createTestGatekeeper();
  const target = { host: "example.org", port: 443, path: "/a" };
  expect(await admit("example.org:443", target)).toEqual({
    allowed: true,
    target,
    addresses: ["93.184.216.34"],
  });
  expect(decisions).toEqual([{ host: "example.org", port: 443, allowed: true, reason: "listed" }]);
});

test("a refusal names the host that was checked, not the one that was stated", async () => {
  const { admit, decisions } = createTestGatekeeper();
  const refused = { allowed: false, refusal: "not-listed", host: "evil.org:443" };
  expect(await admit("EVIL.org:443", { host: "evil.org", port: 443 })).toEqual(refused);
  expect(decisions).toEqual([{ host: "evil.org", port: 443, allowed: false, reason: "not-listed" }]);
});

test("T19: an invalid target is shown without control characters, and truncated", async () => {
  const { admit, refuse } = createTestGatekeeper();
  expect(await admit("\x1b[31m\u009bevil\0 \u202e", undefined)).toEqual({
    allowed: false,
    refusal: "malformed",
    host: "\\x1b[31m\\x9bevil\\x00\\x20\\x202e",
  });
  expect(refuse("x".repeat(5000), "pipelined").host).toBe("x".repeat(limits.detailCharacters));
});

test("requests in progress when the limit is reached are refused too", async () => {
  const { admit, decisions } = createTestGatekeeper();
  const target = { host: "example.org", port: 443 };
  const all = Array.from({ length: sandboxLimits.networkRequests + 50 }, () => admit("", target));
  const admitted = (await Promise.all(all)).filter(({ allowed }) => allowed);
  expect([admitted.length, decisions.length]).toEqual([
    sandboxLimits.networkRequests,
    sandboxLimits.networkRequests + 1,
  ]);
});

const records: Readonly<Record<string, readonly string[]>> = {
  "example.org": ["93.184.216.34", "2606:2800:220:1::1"],
  "internal.example.org": ["10.0.0.5"],
  "mixed.example.org": ["93.184.216.34", "127.0.0.1"],
  "metadata.example.org": ["169.254.169.254"],
  "empty.example.org": [],
  "many.example.org": Array.from({ length: 100 }, (_, at) => `93.184.216.${at}`),
};

function judge(address: string, hosts: readonly string[]): Promise<Verdict> & { readonly asked: string[] } {
  const asked: string[] = [];
  const [host = "", port] = address.split(/:(?=\d+$)/);
  const lookup = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    const found = records[name];
    if (!found) throw new Error("ENOTFOUND");
    return found;
  };
  const verdict = checkTarget({ host, port: Number(port) }, { rules: readHostRules(hosts), lookup });
  return Object.assign(verdict, { asked });
}

test("a listed name is allowed at the addresses it resolves to", async () => {
  const addresses = ["93.184.216.34", "2606:2800:220:1::1"];
  expect(await judge("example.org:443", ["example.org"])).toEqual({ allowed: true, addresses });
});

test("an unlisted name is refused without a lookup", async () => {
  const verdict = judge("example.org:443", ["other.org"]);
  expect(await verdict).toEqual({ allowed: false, reason: "not-listed" });
  expect(await judge("example.org:22", ["example.org"])).toEqual({
    allowed: false,
    reason: "port-not-listed",
  });
  expect(verdict.asked).toEqual([]);
});

test("a listed address is allowed literally, and never looked up", async () => {
  const verdict = judge("127.0.0.1:8080", ["127.0.0.1:8080"]);
  expect(await verdict).toEqual({ allowed: true, addresses: ["127.0.0.1"] });
  expect(verdict.asked).toEqual([]);
  expect(await judge("::1:8080", ["[::1]:8080"])).toEqual({ allowed: true, addresses: ["::1"] });
});

test("localhost is this machine, whatever a name server answers", async () => {
  const verdict = judge("localhost:8080", ["localhost:8080"]);
  expect(await verdict).toEqual({ allowed: true, addresses: ["127.0.0.1", "::1"] });
  expect(verdict.asked).toEqual([]);
});

test.each(["internal", "mixed", "metadata"])(
  "T18: a listed name that resolves to a private address is refused: %s.example.org",
  async (name) => {
    const verdict = await judge(`${name}.example.org:443`, ["*.example.org"]);
    expect(verdict).toEqual({ allowed: false, reason: "private-address" });
  },
);

test("an internal host is reached by listing its name and its address, with the port", async () => {
  const both = ["internal.example.org", "10.0.0.5:443"];
  expect(await judge("internal.example.org:443", both)).toEqual({ allowed: true, addresses: ["10.0.0.5"] });
  expect(await judge("internal.example.org:80", both)).toEqual({ allowed: false, reason: "private-address" });
});

test("a name without an address is refused", async () => {
  const refused = { allowed: false, reason: "unresolvable" };
  expect(await judge("empty.example.org:443", ["*.example.org"])).toEqual(refused);
  expect(await judge("gone.example.org:443", ["*.example.org"])).toEqual(refused);
});

test("for a name with very many addresses, only the first are tried", async () => {
  const verdict = await judge("many.example.org:443", ["*.example.org"]);
  expect(verdict).toMatchObject({
    addresses: records["many.example.org"]?.slice(0, sandboxLimits.networkAddresses),
  });
});

import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { readHostRules } from "./host-rules.ts";
import { judgeTarget, type Verdict } from "./judge-target.ts";

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
  const verdict = judgeTarget({ host, port: Number(port) }, { rules: readHostRules(hosts), lookup });
  return Object.assign(verdict, { asked });
}

test("a listed name is allowed at the addresses that it stands for", async () => {
  const addresses = ["93.184.216.34", "2606:2800:220:1::1"];
  expect(await judge("example.org:443", ["example.org"])).toEqual({ allowed: true, addresses });
});

test("a name that is not listed is refused without being looked up", async () => {
  const verdict = judge("example.org:443", ["other.org"]);
  expect(await verdict).toEqual({ allowed: false, reason: "not-listed" });
  expect(await judge("example.org:22", ["example.org"])).toEqual({
    allowed: false,
    reason: "port-not-listed",
  });
  expect(verdict.asked).toEqual([]);
});

test("a listed address is allowed as it stands, and never looked up", async () => {
  const verdict = judge("127.0.0.1:8080", ["127.0.0.1:8080"]);
  expect(await verdict).toEqual({ allowed: true, addresses: ["127.0.0.1"] });
  expect(verdict.asked).toEqual([]);
  expect(await judge("::1:8080", ["[::1]:8080"])).toEqual({ allowed: true, addresses: ["::1"] });
});

test("localhost is this machine whatever a name server says", async () => {
  const verdict = judge("localhost:8080", ["localhost:8080"]);
  expect(await verdict).toEqual({ allowed: true, addresses: ["127.0.0.1", "::1"] });
  expect(verdict.asked).toEqual([]);
});

test.each(["internal", "mixed", "metadata"])(
  "T18: a listed name that stands for a private address is refused: %s.example.org",
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

test("of a name with very many addresses the first are tried", async () => {
  const verdict = await judge("many.example.org:443", ["*.example.org"]);
  expect(verdict).toMatchObject({
    addresses: records["many.example.org"]?.slice(0, sandboxLimits.networkAddresses),
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { readPlainPolicy } from "./plain-policy.ts";
import { PolicySchema, readPolicy } from "./policy.ts";

const whole = {
  $schema: "https://example.com/policy.json",
  version: 1,
  deny: ["Bash(rm:*)", "Read(~/.ssh/**)"],
  only: ["Bash", "Read"],
  ask: ["Bash(git push:*)"],
  allow: ["WebFetch(domain:example.com)"],
  otherwise: "ask",
  requireApprovalFor: ["scripts", "file-write"],
  mode: "both",
  emptyAllowlist: "ignore",
  audit: "best-effort",
  dynamicContext: true,
  sandbox: "required",
  protect: false,
  install: {
    minimumReleaseAgeHours: 48,
    releaseAgeExclude: ["github:acme/*"],
    trustDowngrade: "refuse",
    allowedSources: ["hub:*"],
    blockedSources: ["github:evil/*"],
    blockedDigests: [`sha256:${"0".repeat(64)}`],
    requireSignature: true,
    trustedKeys: ["key:abc"],
    trustedIdentities: ["https://github.com/acme/*"],
    trustRoot: "trusted_root.json",
    exoticDependencies: "allow",
    verifyAtActivation: "all",
    maxVerdict: "review",
  },
};

function read(text: string) {
  const fs = createMemoryFileSystem({ "/p.json": text });
  return { plain: readPlainPolicy(fs, "/p.json", "user"), full: () => readPolicy(fs, "/p.json", "user") };
}

describe("reads what the full reader reads", () => {
  test.each<readonly [string, string]>([
    ["on one line", JSON.stringify(whole)],
    ["on many lines", JSON.stringify(whole, undefined, 2)],
    ["with Windows' line ends", JSON.stringify(whole, undefined, "\t").replaceAll("\n", "\r\n")],
    ["nothing but its version", '{"version":1}'],
    ["empty lists", '{"version":1,"deny":[],"only":[],"ask":[],"allow":[]}'],
    [
      "a pattern with quotes and spaces",
      JSON.stringify({ version: 1, deny: ['Bash(git commit -m "a b":*)'] }),
    ],
    ...Object.entries(whole).map(
      ([key, value]) => [key, JSON.stringify({ version: 1, [key]: value })] as const,
    ),
    ...Object.entries(whole.install).map(
      ([key, value]) =>
        [`install.${key}`, JSON.stringify({ version: 1, install: { [key]: value } })] as const,
    ),
    ["a switch of skills' verification", '{"version":1,"install":{"verifyAtActivation":true}}'],
  ])("%s", (_, text) => {
    const { plain, full } = read(text);
    expect(plain).toEqual(full());
    expect(plain).toBeDefined();
  });

  test("knows every field", () => {
    expect("shape" in PolicySchema && Object.keys(PolicySchema.shape as object).sort()).toEqual(
      [...Object.keys(whole), "skill-policy"].sort(),
    );
    const properties = z.toJSONSchema(PolicySchema).properties?.install as { properties: object };
    expect(Object.keys(properties.properties).sort()).toEqual(Object.keys(whole.install).sort());
  });
});

describe("leaves the rest to the full reader", () => {
  test.each([
    ["no text at all", ""],
    ["no object", "[]"],
    ["no JSON", '{"version":1,}'],
    ["a comment", '{"version":1} // mine'],
    ["YAML", "version: 1\ndeny: [Bash]\n"],
    ["a byte order mark", '\uFEFF{"version":1}'],
    ["no version", '{"deny":["Bash"]}'],
    ["another version", '{"version":2}'],
    ["a version that is a text", '{"version":"1"}'],
    ["an unknown field", '{"version":1,"denny":["Bash"]}'],
    ["a field of every object", '{"version":1,"toString":["Bash"]}'],
    ["__proto__", '{"version":1,"__proto__":{"deny":["Bash"]}}'],
    ["the other spelling", '{"version":1,"skill-policy":{"require-approval-for":["scripts"]}}'],
    ["a key that is written twice", '{"version":1,"deny":["Bash"],"deny":[]}'],
    ["an escaped key that is written twice", '{"version":1,"deny":["Bash"],"den\\u0079":[]}'],
    ["a list that is a text", '{"version":1,"deny":"Bash"}'],
    ["a list with null in it", '{"version":1,"deny":[null]}'],
    ["a list that is null", '{"version":1,"deny":null}'],
    ["two patterns in one", '{"version":1,"deny":["Bash Read"]}'],
    ["an unclear pattern", '{"version":1,"deny":["Bash(git"]}'],
    ["an empty pattern", '{"version":1,"deny":[""]}'],
    ["an unknown default", '{"version":1,"otherwise":"maybe"}'],
    ["an unknown group", '{"version":1,"requireApprovalFor":["everything"]}'],
    ["a switch that is a text", '{"version":1,"dynamicContext":"true"}'],
    ["an unknown mode", '{"version":1,"mode":"loose"}'],
    ["an unknown sandbox setting", '{"version":1,"sandbox":"maybe"}'],
    ["an age that is a text", '{"version":1,"install":{"minimumReleaseAgeHours":"24"}}'],
    ["a negative age", '{"version":1,"install":{"minimumReleaseAgeHours":-1}}'],
    ["an unknown field about installing", '{"version":1,"install":{"minimumAge":24}}'],
    ["a field of every object about installing", '{"version":1,"install":{"toString":true}}'],
    ["sources that are a text", '{"version":1,"install":{"allowedSources":"hub:*"}}'],
    ["an empty source", '{"version":1,"install":{"blockedSources":[""]}}'],
    ["a digest of another kind", '{"version":1,"install":{"blockedDigests":["md5:0"]}}'],
    ["an empty path of a trust root", '{"version":1,"install":{"trustRoot":""}}'],
    ["an unknown extent of verification", '{"version":1,"install":{"verifyAtActivation":"some"}}'],
    ["rules about installing that are a list", '{"version":1,"install":[]}'],
    ["a protection that is a text", '{"version":1,"protect":"no"}'],
    ["an unknown audit setting", '{"version":1,"audit":"no"}'],
    ["an unknown meaning of the empty list", '{"version":1,"emptyAllowlist":"deny"}'],
  ])("%s", (_, text) => {
    expect(read(text).plain).toBeUndefined();
  });

  test("a missing, oversized or binary file", () => {
    const fs = createMemoryFileSystem({
      "/large.json": `{"version":1}${" ".repeat(1_048_576)}`,
      "/bytes.json": Uint8Array.of(0xff, 0xfe),
    });
    for (const path of ["/none.json", "/large.json", "/bytes.json", "/"])
      expect(readPlainPolicy(fs, path, "user")).toBeUndefined();
  });
});

describe("compared with the full reader", () => {
  const patterns = fc.array(fc.constantFrom("Bash", "Bash(git:*)", "Read(docs/**)", "Skill(a)", "mcp__x"), {
    maxLength: 4,
  });
  const valid = fc.record(
    {
      version: fc.constant(1),
      deny: patterns,
      only: patterns,
      ask: patterns,
      allow: patterns,
      otherwise: fc.constantFrom("allow", "ask", "deny"),
      requireApprovalFor: fc.constantFrom([], ["scripts"], ["file-write", "network-tools"]),
      mode: fc.constantFrom("restrict", "grant", "both", "advisory"),
      emptyAllowlist: fc.constantFrom("restrict", "ignore"),
      audit: fc.constantFrom("required", "best-effort"),
      dynamicContext: fc.boolean(),
      sandbox: fc.constantFrom("required", "optional"),
      protect: fc.boolean(),
      install: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom({}, whole.install) },
        { weight: 1, arbitrary: fc.constant({ requireSignature: 1 }) },
      ),
    },
    { requiredKeys: ["version"] },
  );
  const keys = [...Object.keys(whole), "skill-policy", "unknown"];
  const values: readonly unknown[] = [
    null,
    1,
    "restrict",
    "ask",
    true,
    [],
    {},
    ["scripts"],
    ["Bash(git"],
    [7],
    ["a b"],
  ];
  const damage = fc.option(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)), {
    nil: undefined,
  });
  const policies = fc
    .tuple(valid, damage)
    .map(([policy, change]) => (change === undefined ? policy : { ...policy, [change[0]]: change[1] }));

  test("it reads a policy exactly as the full reader does, or leaves it to that", () => {
    let read = 0;
    fc.assert(
      fc.property(policies, fc.constantFrom(undefined, 2, "\t"), (policy, space) => {
        const fs = createMemoryFileSystem({ "/p.json": JSON.stringify(policy, undefined, space) });
        const plain = readPlainPolicy(fs, "/p.json", "user");
        if (plain === undefined) return;
        read++;
        expect(plain).toEqual(readPolicy(fs, "/p.json", "user"));
      }),
      { numRuns: 1000, seed: 16 },
    );
    expect(read).toBeGreaterThan(200);
  });
});

test.each([
  { install: { allowedSources: [7] } },
  { install: { requireSignature: "yes" } },
  { install: { verifyAtActivation: 1 } },
])("leaves %j, whose value is of the wrong type, to the full reader", (policy) => {
  expect(read(JSON.stringify({ version: 1, ...policy })).plain).toBeUndefined();
});

test("does not hide an error that is not about the file", () => {
  const fs = createMemoryFileSystem({});
  const broken = { ...fs, read: (): never => expect.fail("broken") };
  expect(() => readPlainPolicy(broken, "/p.json", "user")).toThrow("broken");
  expect(readPlainPolicy(fs, "/p.json", "user")).toBeUndefined();
});

import { combinePolicies, type InstallRules, verifiedAtActivation } from "@skillwright/core/policy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyLock } from "../lock/lock.ts";
import { lockedSkill, lockOf } from "../lock/test-lock.ts";
import { checkInstall, type InstallCandidate } from "./check-install.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const old = "2026-01-01T00:00:00Z";
const fresh = "2026-03-10T11:00:00Z";
const candidate: InstallCandidate = { name: "pdf", source: "github:acme/pdf", publishedAt: old };
const signed = lockOf(lockedSkill("pdf", { signer: "key:one" }));

function rulesOf(one: InstallCandidate, rules: readonly InstallRules[], lock = emptyLock): readonly string[] {
  return checkInstall([one], { lock, rules, now }).map(({ rule }) => rule);
}

describe("without a policy", () => {
  test.each<readonly [string, Partial<InstallCandidate>, readonly string[]]>([
    ["an old release is fine", {}, []],
    ["a release of an hour ago is refused", { publishedAt: fresh }, ["release-age"]],
    ["so is one from the future", { publishedAt: "2027-01-01T00:00:00Z" }, ["release-age"]],
    ["a hub is exempt", { publishedAt: fresh, source: "hub:pdf" }, []],
    ["a local folder is exempt", { publishedAt: fresh, source: "./skills/pdf" }, []],
    ["a source that does not tell the time is fine", { publishedAt: undefined as never }, []],
    ["a dependency from the same source is fine", { neededFrom: ["github:acme/pdf"] }, []],
    ["a dependency from a registry is fine", { neededFrom: ["github:acme/x"], source: "npm:pdf" }, []],
    ["a dependency from elsewhere is refused", { neededFrom: ["github:acme/x"] }, ["exotic-dependency"]],
  ])("%s", (_, change, expected) => {
    expect(rulesOf({ ...candidate, ...change }, [])).toEqual(expected);
  });

  test("a skill that was signed may not become unsigned or get another signer", () => {
    expect(rulesOf(candidate, [], signed)).toEqual(["trust-downgrade"]);
    expect(rulesOf({ ...candidate, signer: "key:two" }, [], signed)).toEqual(["trust-downgrade"]);
    expect(rulesOf({ ...candidate, signer: "key:one" }, [], signed)).toEqual([]);
    expect(rulesOf({ ...candidate, signer: "key:two" }, [{ trustedKeys: ["key:two"] }], signed)).toEqual([]);
    expect(rulesOf(candidate, [{ trustDowngrade: "allow" }], signed)).toEqual([]);
  });
});

test("a reason names what was found", () => {
  expect(checkInstall([{ ...candidate, publishedAt: fresh }], { lock: emptyLock, rules: [], now })).toEqual([
    {
      name: "pdf",
      rule: "release-age",
      reason:
        "it was published less than 24 hours ago (2026-03-10T11:00:00Z); retry later, or add the source to releaseAgeExclude of a policy",
    },
  ]);
});

test("a policy that demands an age demands to know it", () => {
  const unknown = { name: "pdf", source: "https://skills.example.com" };
  expect(rulesOf(unknown, [{ minimumReleaseAgeHours: 1 }])).toEqual(["release-age"]);
  expect(rulesOf(unknown, [{ minimumReleaseAgeHours: 0 }])).toEqual([]);
  expect(rulesOf(unknown, [{ releaseAgeExclude: ["*.example.com"] }])).toEqual([]);
});

test("the date of a commit is a claim: a stated age counts from the first sighting, the default does not", () => {
  const sighted = { ...candidate, firstSeenAt: fresh };
  expect(rulesOf(sighted, [{ minimumReleaseAgeHours: 24 }])).toEqual(["release-age"]);
  expect(rulesOf(sighted, [])).toEqual([]);
  expect(rulesOf(sighted, [{ releaseAgeExclude: ["acme/*"] }])).toEqual([]);
  expect(rulesOf({ ...candidate, firstSeenAt: old }, [{ minimumReleaseAgeHours: 24 }])).toEqual([]);
});

test("identities are patterns, and never stand for keys", () => {
  const google = "(https://accounts.google.com)";
  const github = "(https://token.actions.githubusercontent.com)";
  const rules = [
    {
      trustedIdentities: [
        "https://github.com/acme/*/.github/workflows/*",
        `*@acme.dev ${google}`,
        "*@old.dev",
      ],
    },
  ];
  const by = (signer: string) => rulesOf({ ...candidate, signer }, rules);
  expect(by(`https://github.com/acme/pdf/.github/workflows/release.yml ${github}`)).toEqual([]);
  expect(by(`ann@acme.dev ${google}`)).toEqual([]);
  const untrusted = [
    `https://github.com/evil/pdf/.github/workflows/release.yml ${github}`,
    `https://github.com/acme/pdf/.github/workflows/release.yml ${google}`,
    `ann@acme.dev.evil.dev ${google}`,
    `ann@acme.dev ${github}`,
    `ann@old.dev ${google}`,
    "ann@acme.dev",
    "key:ann@acme.dev",
    `key:ann@acme.dev ${google}`,
  ];
  for (const signer of untrusted) expect(by(signer)).toEqual(["signer-not-trusted"]);
});

describe("several policies only tighten", () => {
  type Guard = { readonly strict: InstallRules; readonly one: InstallCandidate; readonly rule: string };
  type Elsewhere = "verifyAtActivation" | "trustRoot" | "maxVerdict";
  /** One strict value for each field of the section: a new field does not compile until it is here. */
  const guards: Record<Exclude<keyof InstallRules, Elsewhere>, Guard> = {
    minimumReleaseAgeHours: {
      strict: { minimumReleaseAgeHours: 10_000 },
      one: candidate,
      rule: "release-age",
    },
    releaseAgeExclude: {
      strict: { releaseAgeExclude: ["hub:*"] },
      one: { ...candidate, publishedAt: fresh },
      rule: "release-age",
    },
    trustDowngrade: { strict: { trustDowngrade: "refuse" }, one: candidate, rule: "trust-downgrade" },
    allowedSources: { strict: { allowedSources: ["hub:*"] }, one: candidate, rule: "source-not-allowed" },
    blockedSources: { strict: { blockedSources: ["acme/*"] }, one: candidate, rule: "source-blocked" },
    blockedDigests: {
      strict: { blockedDigests: ["sha256:0"] },
      one: { ...candidate, digest: "sha256:0" },
      rule: "content-blocked",
    },
    requireSignature: { strict: { requireSignature: true }, one: candidate, rule: "signature-missing" },
    trustedKeys: {
      strict: { trustedKeys: [] },
      one: { ...candidate, signer: "key:two" },
      rule: "signer-not-trusted",
    },
    trustedIdentities: {
      strict: { trustedIdentities: [] },
      one: { ...candidate, signer: "ann@acme.dev (https://accounts.google.com)" },
      rule: "signer-not-trusted",
    },
    exoticDependencies: {
      strict: { exoticDependencies: "refuse" },
      one: { ...candidate, neededFrom: ["github:acme/x"] },
      rule: "exotic-dependency",
    },
  };
  const loose: InstallRules = {
    minimumReleaseAgeHours: 0,
    releaseAgeExclude: ["*"],
    trustDowngrade: "allow",
    allowedSources: ["*"],
    blockedSources: [],
    blockedDigests: [],
    requireSignature: false,
    trustedKeys: ["key:two"],
    trustedIdentities: ["* (https://accounts.google.com)"],
    exoticDependencies: "allow",
    verifyAtActivation: false,
  };

  test.each(Object.entries(guards))("%s", (_, { strict, one, rule }) => {
    const combined = (...all: readonly InstallRules[]) =>
      rulesOf(one, combinePolicies(all.map((install) => ({ install }))).install, signed);
    expect(combined(strict)).toContain(rule);
    expect(combined(loose)).not.toContain(rule);
    expect(combined(loose, strict)).toContain(rule);
    expect(combined(strict, loose)).toContain(rule);
  });

  test("verifyAtActivation", () => {
    expect(verifiedAtActivation([loose, {}])).toBe("none");
    expect(verifiedAtActivation([loose, { verifyAtActivation: true }])).toBe("locked");
    expect(verifiedAtActivation([{ verifyAtActivation: "all" }, { verifyAtActivation: true }, loose])).toBe(
      "all",
    );
  });

  test("whatever one policy refuses is refused with any other beside it", () => {
    const patterns = fc.subarray(["*", "hub:*", "acme/*", "npm:@acme/*"]);
    const section = fc.record({
      minimumReleaseAgeHours: fc.constantFrom(0, 24, 10_000),
      releaseAgeExclude: patterns,
      trustDowngrade: fc.constantFrom("refuse" as const, "allow" as const),
      allowedSources: patterns,
      blockedSources: patterns,
      requireSignature: fc.boolean(),
      exoticDependencies: fc.constantFrom("refuse" as const, "allow" as const),
    });
    const candidates = fc.record({
      name: fc.constant("pdf"),
      source: fc.constantFrom("hub:pdf", "github:acme/pdf", "npm:@acme/pdf", "https://a.dev"),
      publishedAt: fc.constantFrom(old, fresh),
      neededFrom: fc.constantFrom(["github:acme/pdf"], ["hub:x"]),
    });
    fc.assert(
      fc.property(section, section, candidates, (one, other, wanted) => {
        const both = rulesOf(wanted, [one, other], signed);
        expect(both).toEqual(expect.arrayContaining([...rulesOf(wanted, [one], signed)]));
        expect(both).toEqual(expect.arrayContaining([...rulesOf(wanted, [other], signed)]));
      }),
    );
  });
});

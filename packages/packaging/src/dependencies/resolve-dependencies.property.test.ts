import { SkillError } from "@skillwright/core";
import fc from "fast-check";
import semver from "semver";
import { expect, test } from "vitest";
import { getWanted } from "../install/wanted-skills.ts";
import { byName, type LockedSkill } from "../lock/lock.ts";
import { addDependencies } from "./add-dependencies.ts";
import { closeLock } from "./lock-needs.ts";
import type { DependencySetting } from "./skill-graph.ts";
import { memoryRegistry, skillWith, type TestRegistry, testSetting } from "./test-sources.ts";

const names = ["a", "b", "c", "d"];
const versions = ["1.0.0", "1.1.0", "2.0.0"];
const need = fc
  .tuple(
    fc.constantFrom("", "", "", "?", "!"),
    fc.constantFrom(...names, "missing"),
    fc.constantFrom("", "", "@^1.0.0", "@^2.0.0", "@>=1.1.0", "@^3.0.0"),
  )
  .map(([sign, name, range]) => `${sign}${name}${range}`);
const registries: fc.Arbitrary<TestRegistry> = fc.dictionary(
  fc.constantFrom(...names),
  fc.dictionary(fc.constantFrom(...versions), fc.array(need, { maxLength: 2 }), { minKeys: 1 }),
  { minKeys: 2 },
);

async function install(
  wanted: readonly string[],
  setting: DependencySetting,
): Promise<readonly LockedSkill[]> {
  const wants = wanted.map((name) => ({ name, source: `npm:@team/${name}@*` }));
  const named = { skills: new Set(wanted), sources: new Set<string>() };
  const { roots } = await getWanted(wants, setting);
  const resolved = await addDependencies(roots, { ...setting, named });
  return resolved.wanted.map(({ locked }) => locked).sort(byName);
}

test("what is installed has everything it needs in a version that fits, nothing more, and stays the same when it is installed again", async () => {
  const counts = { solved: 0, conflict: 0 };
  await fc.assert(
    fc.asyncProperty(
      registries,
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }),
      fc.constantFrom("locked" as const, "latest" as const, "minimal" as const),
      async (registry, wanted, prefer) => {
        const setting = { ...testSetting(memoryRegistry(registry).sourceOf), prefer };
        const skills = await install(wanted, setting).catch((error: unknown) => {
          if (!(error instanceof SkillError)) throw error;
          expect(["versions-conflict", "source-unavailable"]).toContain(error.code);
          return undefined;
        });
        counts[skills === undefined ? "conflict" : "solved"]++;
        if (skills === undefined) return;
        expectFit(skills, { registry, wanted });
        const installedText = (name: string): string => {
          const { version = "" } = skills.find((one) => one.name === name) ?? {};
          return skillWith(name, registry[name]?.[version]);
        };
        const again = await install(wanted, { ...setting, installedText, lock: { version: 1, skills } });
        // With --minimal and --latest the lock has no say, and several choices may be equally low or high.
        if (prefer === "locked") expect(again).toEqual(skills);
        else expectFit(again, { registry, wanted });
      },
    ),
    { numRuns: 150 },
  );
  expect(counts.solved).toBeGreaterThan(15);
  expect(counts.conflict).toBeGreaterThan(15);
});

type Wanted = { readonly registry: TestRegistry; readonly wanted: readonly string[] };

function expectFit(skills: readonly LockedSkill[], { registry, wanted }: Wanted): void {
  const { skills: reached, missing } = closeLock({ version: 1, skills }, wanted);
  expect([missing.size, reached.length]).toEqual([0, skills.length]);
  const versionsBy = new Map(skills.map(({ name, version = "" }) => [name, version]));
  for (const { dependencies = {} } of skills)
    for (const [name, range] of Object.entries(dependencies))
      expect(semver.satisfies(versionsBy.get(name) ?? "", range)).toBe(true);
  for (const { name, version = "" } of skills)
    for (const one of registry[name]?.[version] ?? []) expect(isHeld(one, versionsBy)).toBe(true);
}

function isHeld(text: string, versionsBy: ReadonlyMap<string, string>): boolean {
  const [, sign, name = "", range = "*"] = /^([?!]?)([a-z]+)(?:@(.+))?$/.exec(text) ?? [];
  const version = versionsBy.get(name);
  if (version === undefined) return sign !== "";
  return semver.satisfies(version, range) !== (sign === "!");
}

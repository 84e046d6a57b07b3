import fc from "fast-check";
import { expect, test } from "vitest";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import { decodeScan, encodeScan } from "./scan-cache.ts";

const root = { path: "/skills", scope: "personal" } as const;

function memoryOf(skills: readonly DiscoveredSkill[]): ScanMemory {
  return {
    isComplete: true,
    skills: new Map(skills.map((skill) => [skill.directory, skill])),
    folders: new Map([
      ["/skills", { listedMs: 12.5, changedMs: 1.25, isSkill: false, children: ["a", "b\nc"], links: [] }],
    ]),
  };
}

const part = fc.string({ minLength: 1, unit: "binary" }).map((text) => text.replace(/[/\0]/g, "-"));
const skill = fc
  .record({
    folder: part,
    name: fc.string({ unit: "binary" }),
    description: fc.string({ unit: "binary" }),
    time: fc.double(),
  })
  .map(
    ({ folder, name, description, time }): DiscoveredSkill => ({
      root,
      directory: `/skills/${folder}`,
      file: `/skills/${folder}/SKILL.md`,
      name,
      description,
      traits: { tags: [name] },
      changedMs: Number.isFinite(time) ? time + 0 : 0,
      size: 3,
      readMs: 0,
    }),
  );

test("a written cache is read back, whatever the names and descriptions", () => {
  fc.assert(
    fc.property(fc.array(skill, { maxLength: 5 }), (skills) => {
      const memory = memoryOf(skills);
      expect(decodeScan(root, encodeScan(root, memory))).toEqual(memory);
    }),
  );
});

test("a root that is itself a skill is read back", () => {
  const [one] = fc.sample(skill, { numRuns: 1, seed: 1 });
  const memory = memoryOf(one ? [{ ...one, directory: "/skills", file: "/skills/skill.md" }] : []);
  expect(decodeScan(root, encodeScan(root, memory))).toEqual(memory);
});

test("the scan of another root is not mistaken for this one's", () => {
  const text = encodeScan(root, memoryOf([]));
  expect(decodeScan({ ...root, path: "/other" }, text)).toBeUndefined();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { findSkill } from "./find-skill.ts";
import { resolve, roots, skillIn } from "./test-skill.ts";

/** Names that imitate ids and labels are among them on purpose. */
const name = fc.constantFrom("pdf", "ﬁx", "fix", "acme:pdf", "pdf@personal", "pdf@project", "pdf~2", "");
const skill = fc
  .record({
    root: fc.constantFrom(...Object.values(roots)),
    name,
    folder: fc.integer({ min: 0, max: 3 }),
    priority: fc.constantFrom(undefined, -1, 0, 5),
    agents: fc.constantFrom(undefined, [], ["coder"], ["other"]),
  })
  .map(({ root, name: stated, folder, priority, agents }): DiscoveredSkill => {
    const scope = agents === undefined ? {} : { scope: { agents } };
    const skill = skillIn(root, stated, { ...(priority === undefined ? {} : { priority }), ...scope });
    return { ...skill, directory: `${root.path}/${folder}`, file: `${root.path}/${folder}/SKILL.md` };
  });
const found = fc.uniqueArray(skill, { selector: ({ directory }) => directory, maxLength: 20 });
const trusted = fc.boolean();

test("every skill found is in one list, once, and every id is unique and leads to it", () => {
  fc.assert(
    fc.property(found, trusted, (skills, isTrusted) => {
      const resolution = resolve(skills, { isTrusted: () => isTrusted, agent: "coder" });
      const all = [...resolution.skills, ...resolution.shadowed];
      expect(all.map(({ directory }) => directory).sort()).toEqual(
        skills.map(({ directory }) => directory).sort(),
      );
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      for (const one of all.filter(({ id }) => id !== "")) expect(findSkill(resolution, one.id)).toBe(one);
    }),
    { numRuns: 500 },
  );
});

test("the order of skills inside a root does not matter", () => {
  const shuffled = found.chain((skills) =>
    fc.tuple(fc.constant(skills), fc.shuffledSubarray(skills, { minLength: skills.length })),
  );
  const rootOrder = Object.values(roots);
  const byRoot = (skills: readonly DiscoveredSkill[]): readonly DiscoveredSkill[] =>
    skills.toSorted((a, b) => rootOrder.indexOf(a.root) - rootOrder.indexOf(b.root));
  fc.assert(
    fc.property(shuffled, ([first, second]) => {
      const context = { agent: "coder", bareNames: "last-installed" } as const;
      expect(winners(byRoot(second), context)).toEqual(winners(byRoot(first), context));
    }),
    { numRuns: 500 },
  );
});

function winners(
  skills: readonly DiscoveredSkill[],
  context: Parameters<typeof resolve>[1],
): readonly (readonly [string, string])[] {
  return resolve(skills, context)
    .skills.map(({ name: stated, directory }) => [stated, directory] as const)
    .sort();
}

test("C-3, S0-16: an eligible enterprise skill always keeps its name", () => {
  fc.assert(
    fc.property(found, (skills) => {
      const { shadowed } = resolve(skills, { agent: "coder" });
      for (const loser of shadowed) {
        if (loser.root.scope !== "enterprise" || loser.reason === "disabled") continue;
        const winner = resolve(skills, { agent: "coder" }).skills.find(({ id }) => id === loser.winner);
        expect(winner?.root.scope).toBe("enterprise");
      }
    }),
    { numRuns: 500 },
  );
});

test("removing an untrusted project changes nothing for the skills that are offered", () => {
  fc.assert(
    fc.property(found, fc.constantFrom("unique", "last-installed"), (skills, bareNames) => {
      const context = { isTrusted: () => false, agent: "coder", bareNames } as const;
      const offered = (list: readonly DiscoveredSkill[]): unknown => {
        const resolution = resolve(list, context);
        const enabled = resolution.skills.filter((one) => one.enabled);
        return { enabled, bareNames: resolution.bareNames };
      };
      expect(offered(skills)).toEqual(offered(skills.filter(({ root }) => root.project === undefined)));
    }),
    { numRuns: 500 },
  );
});

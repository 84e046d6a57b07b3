import { expect, test } from "vitest";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { type Patch, patchResolution } from "./patch-resolution.ts";
import { defaultPrecedence } from "./precedence.ts";
import { type ResolveContext, resolveSkills } from "./resolve-skills.ts";

const root = { path: "/skills", scope: "personal" } as const;
const context: ResolveContext = { precedence: defaultPrecedence.scopes };

function skill(name: string, more: Partial<DiscoveredSkill> = {}): DiscoveredSkill {
  const directory = `/skills/${name}`;
  const file = `${directory}/SKILL.md`;
  return {
    ...{ root, directory, file, name, description: `Does ${name}.` },
    ...{ traits: {}, changedMs: 1, size: 1, readMs: 0, ...more },
  };
}

function patch(before: readonly DiscoveredSkill[], edits: readonly DiscoveredSkill[]): Patch | undefined {
  return patchResolution(resolveSkills(before, context), editsOf(edits));
}

function editsOf(skills: readonly DiscoveredSkill[]): ReadonlyMap<string, DiscoveredSkill> {
  return new Map(skills.map((one) => [one.directory, one]));
}

const a = skill("a");
const b = skill("b");

test("patching in an edited description equals resolving again", () => {
  const edited = skill("b", { description: "Does b better.", changedMs: 2, size: 9 });
  expect(patch([a, b], [edited])).toEqual({
    resolution: resolveSkills([a, edited], context),
    changed: ["b"],
  });
});

test.each<[string, DiscoveredSkill]>([
  ["another name", { ...b, name: "c" }],
  ["another trait", { ...b, traits: { priority: 1 } }],
  ["another root", { ...b, root: { ...root, scope: "enterprise" } }],
])("%s has to be resolved again", (_, edited) => {
  expect(patch([a, b], [edited])).toBeUndefined();
});

test("an edit of a shadowed skill, or of one with copies, has to be resolved again", () => {
  const copy = { ...skill("copy"), name: "a" };
  expect(patch([a, copy], [{ ...copy, description: "Other." }])).toBeUndefined();
  const identical = resolveSkills([a, copy], { ...context, isSameContent: () => true });
  expect(patchResolution(identical, editsOf([{ ...a, description: "Other." }]))).toBeUndefined();
});

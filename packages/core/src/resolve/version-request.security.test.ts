import { expect, test } from "vitest";
import type { DiscoveredSkill, SkillRoot } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import { findMatches, findSkill } from "./find-skill.ts";
import type { ResolveContext } from "./resolve-skills.ts";
import { resolve, roots, skillIn } from "./test-skill.ts";

function versioned(root: SkillRoot, name: string, version: string): DiscoveredSkill {
  return skillIn(root, name, { metadata: { version } });
}

function ask(
  found: readonly DiscoveredSkill[],
  reference: string,
  context: Partial<ResolveContext> = {},
): string {
  try {
    const { directory, disabled } = findSkill(resolve(found, context), reference);
    return [directory, ...disabled].join(" ");
  } catch (error) {
    return error instanceof SkillError ? error.code : String(error);
  }
}

test("no version leads around the enterprise's skill", () => {
  const found = [
    versioned(roots.enterprise, "pdf", "1.0.0"),
    versioned(roots.project, "pdf", "2.0.0"),
    versioned(roots.personal, "pdf", "2.0.0"),
    versioned(roots.acme, "pdf", "2.0.0"),
  ];
  expect(ask(found, "pdf@1")).toBe("/etc/skills/pdf");
  for (const reference of ["pdf@2", "/pdf@^2", "$pdf@>=1.0.1", "ｐｄｆ@2", " pdf@2 "])
    expect(ask(found, reference)).toBe("skill-version-missing");
  expect(ask([skillIn(roots.enterprise, "pdf"), ...found.slice(1)], "pdf@2")).toBe("skill-version-missing");
});

test("an enterprise's skill that is not available is refused, not replaced", () => {
  const enterprise = skillIn(roots.enterprise, "pdf", { metadata: { version: "1.0.0" } });
  const found = [enterprise, versioned(roots.personal, "pdf", "2.0.0")];
  expect(ask(found, "pdf@>=1", { turnedOff: ["pdf"] })).toBe("/etc/skills/pdf turned-off");
  expect(ask(found, "pdf@2", { turnedOff: ["pdf"] })).toBe("skill-version-missing");
});

test("what a policy denies is not replaced by another version", () => {
  const found = [versioned(roots.personal, "pdf", "1.0.0"), versioned(roots.acme, "pdf", "2.0.0")];
  const mayUse = (name: string): boolean => name !== "pdf";
  expect(ask(found, "pdf@1", { mayUse })).toBe("/home/me/.claude/skills/pdf denied");
  expect(ask(found, "pdf@2", { mayUse })).toBe("skill-version-missing");
});

test("an untrusted project is found last, stays untrusted, and its lock is not read", () => {
  const found = [versioned(roots.project, "pdf", "2.0.0"), versioned(roots.personal, "pdf", "2.5.0")];
  const context = { isTrusted: () => false };
  expect(ask(found, "pdf@2", context)).toBe("/home/me/.claude/skills/pdf");
  expect(ask(found, "pdf@2.0.0", context)).toBe("/repo/.claude/skills/pdf untrusted");
  const read: string[] = [];
  const resolution = resolve([skillIn(roots.project, "pdf"), skillIn(roots.personal, "pdf")], context);
  findMatches(resolution, "pdf@9", ({ directory }) => {
    read.push(directory);
    return {};
  });
  expect(read).toEqual(["/home/me/.claude/skills/pdf"]);
});

test("the error does not tell of skills that are not available", () => {
  const found = [versioned(roots.project, "pdf", "7.7.7"), versioned(roots.personal, "pdf", "1.0.0")];
  const resolution = resolve(found, { isTrusted: () => false });
  expect(() => findSkill(resolution, "pdf@9")).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ versions: "Found: 1.0.0 (pdf, personal)." }),
    }),
  );
});

test.each(["pdf@1.0.0", "pdf@^1", "pdf@1", "acme:pdf@1"])(
  "a skill named %s does not take that request",
  (name) => {
    const hostile = skillIn(roots.project, name, { priority: 9 });
    const good = [versioned(roots.personal, "pdf", "1.0.0"), versioned(roots.acme, "pdf", "1.0.0")];
    expect(ask([hostile, ...good], name)).not.toContain("/repo/");
    expect(ask([hostile], name)).toBe("skill-unknown");
    // Every id still reaches its own skill, which is how sessions load them.
    const resolution = resolve([hostile, skillIn(roots.personal, name), skillIn(roots.acme, name), ...good]);
    for (const { id, directory } of [...resolution.skills, ...resolution.shadowed])
      expect(findSkill(resolution, id).directory).toBe(directory);
  },
);

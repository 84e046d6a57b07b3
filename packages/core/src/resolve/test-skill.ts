import type { DiscoveredSkill, SkillRoot, SkillTraits } from "../discover/discovered-skill.ts";

import { defaultPrecedence } from "./precedence.ts";
import { type Resolution, type ResolveContext, resolveSkills } from "./resolve-skills.ts";

type RootName = "enterprise" | "custom" | "project" | "nested" | "personal" | "codex" | "acme" | "tools";

/** Roots for tests, one of each kind. */
export const roots: Readonly<Record<RootName, SkillRoot>> = {
  enterprise: { path: "/etc/skills", scope: "enterprise" },
  custom: { path: "/srv/skills", scope: "custom" },
  project: { path: "/repo/.claude/skills", scope: "project", client: "claude-code", project: "/repo" },
  nested: {
    path: "/repo/packages/web/.claude/skills",
    scope: "project",
    client: "claude-code",
    project: "/repo",
  },
  personal: { path: "/home/me/.claude/skills", scope: "personal", client: "claude-code" },
  codex: { path: "/home/me/.codex/skills", scope: "personal", client: "codex" },
  acme: { path: "/packages/acme/skills", scope: "package", package: "acme" },
  tools: { path: "/packages/tools/skills", scope: "package", package: "@beta/tools" },
};

/** A discovered skill in a folder of the same name. */
export function skillIn(root: SkillRoot, name: string, traits: SkillTraits = {}): DiscoveredSkill {
  const directory = `${root.path}/${name}`;
  return {
    root,
    directory,
    file: `${directory}/SKILL.md`,
    name,
    description: `Does ${name}.`,
    traits,
    changedMs: 1,
    size: 100,
    readMs: 0,
  };
}

/** Resolves with the default precedence and everything trusted, unless the context differs. */
export function resolve(
  found: readonly DiscoveredSkill[],
  context: Partial<ResolveContext> = {},
): Resolution {
  return resolveSkills(found, { precedence: defaultPrecedence.scopes, isTrusted: () => true, ...context });
}

/** A resolution in short: ids with their folders, and why the losers lost. */
export function outcome({ skills, shadowed }: Resolution): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...skills.map(({ id, directory, disabled }) => [id, [directory, ...disabled].join(" ")]),
    ...shadowed.map(({ id, directory, reason }) => [id, `${directory} ${reason}`]),
  ]);
}

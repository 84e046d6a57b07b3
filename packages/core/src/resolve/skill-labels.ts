import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { SkillRoot } from "../discover/skill-root.ts";

/**
 * Words for where a skill is, from short to exact. For one in `packages/web/.claude/skills/office/pdf` of a project:
 * `project/packages/web`, `project/packages/web/claude-code`, `project/packages/web/claude-code/office/pdf`, and its
 * folder. The last one no other skill has.
 */
export function labelsOf({
  root,
  directory,
}: Pick<DiscoveredSkill, "root" | "directory">): readonly string[] {
  const place = placeOf(root);
  const client = root.client === undefined ? place : `${place}/${root.client}`;
  const exact = [client, ...(partsBelow(root.path, directory) ?? [])].join("/");
  const labels = [place, client, exact, directory];
  return labels.filter((label, index) => label !== labels[index - 1]);
}

/** The scope, and for a nested folder of a project where in it, without the client's own `.claude/skills`. */
function placeOf({ scope, project, path }: SkillRoot): string {
  const parts = project === undefined ? [] : (partsBelow(project, path) ?? []);
  const own = parts.findIndex((part) => part.startsWith(".") || part === "skills");
  return [scope, ...(own === -1 ? parts : parts.slice(0, own))].join("/");
}

function partsBelow(folder: string, path: string): readonly string[] | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : undefined;
}

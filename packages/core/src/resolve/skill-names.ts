import type { DiscoveredSkill, SkillRoot } from "../discover/discovered-skill.ts";
import { partsBelow } from "../path/path.ts";

/**
 * Labels for a skill's location, from short to exact. For `packages/web/.claude/skills/office/pdf` in a project:
 * `project/packages/web`, `project/packages/web/claude-code`, `project/packages/web/claude-code/office/pdf`, and the
 * skill's folder, which is unique.
 */
export function labelsOf({
  root,
  directory,
}: Pick<DiscoveredSkill, "root" | "directory">): readonly string[] {
  const place = placeOf(root);
  const client = root.client === undefined ? place : `${place}/${root.client}`;
  const exact = [client, ...partsBelow(root.path, directory)].join("/");
  const labels = [place, client, exact, directory];
  return labels.filter((label, index) => label !== labels[index - 1]);
}

/** The scope, plus the path of a nested project folder, without the client's own `.claude/skills`. */
function placeOf({ scope, project, path }: SkillRoot): string {
  const parts = project === undefined ? [] : partsBelow(project, path);
  const own = parts.findIndex((part) => part.startsWith(".") || part === "skills");
  return [scope, ...(own === -1 ? parts : parts.slice(0, own))].join("/");
}

/**
 * The id that a skill competes for: `name`, or `package:name`. Names that only look alike, or differ in case, have
 * different keys and do not compete.
 */
export function skillKey({ root, name }: Pick<DiscoveredSkill, "root" | "name">): string {
  return root.package === undefined ? normalizeName(name) : `${root.package}:${normalizeName(name)}`;
}

/** Names are compared after NFKC, as in the reference tool; the test skips the common ASCII case. */
export function normalizeName(name: string): string {
  return /^[ -~]*$/.test(name) ? name : name.normalize("NFKC");
}

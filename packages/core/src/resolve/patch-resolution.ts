import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { CatalogSkill } from "./catalog-skill.ts";
import type { Resolution } from "./resolve-skills.ts";

/** The resolution after an edit, and the ids of the skills that it changed. */
export type Patch = { readonly resolution: Resolution; readonly changed: readonly string[] };

/**
 * The resolution after skills were edited (by directory), when no edit can change who wins: same names and traits, new
 * descriptions or instructions. Otherwise undefined, and everything has to be resolved again.
 */
export function patchResolution(
  resolution: Resolution,
  edits: ReadonlyMap<string, DiscoveredSkill>,
): Patch | undefined {
  const { shadowed } = resolution;
  // An edit may end the equality of identical copies.
  if (shadowed.some(({ reason, directory }) => reason === "identical" || edits.has(directory)))
    return undefined;
  const changed: string[] = [];
  let isSmall = true;
  const skills = resolution.skills.map((skill): CatalogSkill => {
    const edited = edits.get(skill.directory);
    if (edited === undefined) return skill;
    isSmall &&= isSamePart(skill, edited);
    changed.push(skill.id);
    return { ...skill, ...edited };
  });
  return isSmall ? { resolution: { ...resolution, skills }, changed } : undefined;
}

/** Whether everything that resolution depends on is equal; traits are small plain data. */
function isSamePart(a: DiscoveredSkill, b: DiscoveredSkill): boolean {
  return a.name === b.name && a.root === b.root && JSON.stringify(a.traits) === JSON.stringify(b.traits);
}

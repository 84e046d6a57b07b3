import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import type { CatalogChange } from "./catalog.ts";

/** The difference between two lists of skills, by id. */
export function catalogChange(
  before: readonly CatalogSkill[],
  after: readonly CatalogSkill[],
): CatalogChange {
  const known = new Map(before.map((skill) => [skill.id, skill]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const skill of after) {
    const old = known.get(skill.id);
    known.delete(skill.id);
    if (old === undefined) added.push(skill.id);
    else if (!isSame(old, skill)) changed.push(skill.id);
  }
  return { added, removed: [...known.keys()], changed };
}

function isSame(a: CatalogSkill, b: CatalogSkill): boolean {
  return a.directory === b.directory && a.changedMs === b.changedMs && a.enabled === b.enabled;
}

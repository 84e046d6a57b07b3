import type { CatalogSkill } from "../resolve/catalog-skill.ts";
import { compact } from "../text/compact.ts";

/** A skill as the model sees it before activation. */
export type ListedSkill = {
  /** The argument of the skill tool. */
  readonly id: string;
  readonly description: string;
  readonly tags?: readonly string[];
  /** Path of the SKILL.md. */
  readonly location?: string;
};

/**
 * The skills that a model may activate by itself. Others are hidden: listing a skill and then refusing it costs a turn
 * and invites the model to imitate it.
 */
export function toListedSkills(skills: readonly CatalogSkill[]): readonly ListedSkill[] {
  return skills
    .filter((skill) => skill.enabled && skill.modelInvocable)
    .map(({ id, description, traits, file }) => ({
      id,
      description,
      location: file,
      ...compact({ tags: traits.tags }),
    }));
}

/** A total order by id, then by description and location, since nothing here requires unique ids. */
export function compareSkills(a: ListedSkill, b: ListedSkill): number {
  return (
    compareTexts(a.id, b.id) ||
    compareTexts(a.description, b.description) ||
    compareTexts(a.location ?? "", b.location ?? "")
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

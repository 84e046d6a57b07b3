import type { CatalogSkill } from "../resolve/catalog-skill.ts";

/** What a model sees of a skill before it is used. */
export type ListedSkill = {
  /** What the skill tool is called with. */
  readonly id: string;
  readonly description: string;
  readonly tags?: readonly string[];
  /** Path of the SKILL.md. */
  readonly location?: string;
};

/**
 * The skills a model may choose by itself. All others are hidden entirely: a skill that is listed and then refused
 * costs a turn and invites the model to imitate it.
 */
export function toListedSkills(skills: readonly CatalogSkill[]): readonly ListedSkill[] {
  return skills
    .filter((skill) => skill.enabled && skill.modelInvocable)
    .map(({ id, description, traits, file }) => ({
      id,
      description,
      location: file,
      ...(traits.tags === undefined ? {} : { tags: traits.tags }),
    }));
}

/** One order whatever order the skills came in; ids are unique in a catalog, but nothing here depends on it. */
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

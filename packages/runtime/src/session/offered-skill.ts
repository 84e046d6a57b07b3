import { SkillError } from "@skillwright/core";
import type { Catalog } from "@skillwright/core/catalog";

/** Id of the skill a reference names, if it is unambiguous and a model may choose it. */
export function offeredSkill(catalog: Catalog, reference: string): string | undefined {
  try {
    const skill = catalog.find(reference);
    return catalog.mayModelChoose(skill) ? skill.id : undefined;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

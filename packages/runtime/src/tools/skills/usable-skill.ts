import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill } from "@skillwright/core/catalog";
import type { ActiveSkill, Session } from "../../session/session.ts";

export type UsableSkill = {
  readonly skill: CatalogSkill;
  /** Set if it is active. */
  readonly active: ActiveSkill | undefined;
};

/** The skill a model asks about. A skill only people may start is hidden until they have started it. */
export function findUsableSkill(
  name: string,
  { catalog, session }: { readonly catalog: Catalog; readonly session: Pick<Session, "active"> },
): UsableSkill {
  const skill = catalog.find(name);
  const active = session.active().find(({ directory }) => directory === skill.directory);
  if (active === undefined && !catalog.mayModelChoose(skill))
    throw new SkillError("skill-disabled", { name, reason: "only a person can start it" });
  return { skill, active };
}

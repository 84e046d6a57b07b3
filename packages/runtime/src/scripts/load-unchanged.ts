import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogSkill, LoadedEntry } from "@skillwright/core/catalog";
import type { ToolCall } from "../admission/tool-call.ts";
import type { ActiveSkill, Session } from "../session/session.ts";

export type ActiveCatalog = { readonly catalog: Catalog; readonly session: Pick<Session, "active"> };

/**
 * The skill as it was when activated, read from disk now. Running scripts of inactive skills would bypass their hooks
 * and the active skills' lists.
 */
export async function loadUnchanged(
  name: string,
  { catalog, session }: ActiveCatalog,
  { excludedBy }: Pick<ToolCall, "excludedBy">,
): Promise<LoadedEntry> {
  const { skill, active } = findUsableSkill(name, { catalog, session });
  if (active === undefined)
    throw new SkillError("skill-disabled", { name: skill.id, reason: "it is not active; load it first" });
  const other = excludedBy(skill.id);
  if (other !== undefined)
    throw new SkillError("skill-disabled", {
      name: skill.id,
      reason: `${other} is active and does not allow programs; leave it first if possible`,
    });
  const entry = await catalog.load(skill.id, { digest: active.digest });
  if (entry.changed) throw new SkillError("skill-changed", { name: skill.id });
  return entry;
}

type UsableSkill = {
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
  // Of an edited skill, the version loaded last.
  const active = session.active().findLast(({ directory }) => directory === skill.directory);
  if (active === undefined && !catalog.mayModelChoose(skill))
    throw new SkillError("skill-disabled", { name, reason: "only a person can start it" });
  return { skill, active };
}

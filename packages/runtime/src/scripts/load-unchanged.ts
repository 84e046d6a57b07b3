import { type Catalog, canonicalTool, type LoadedEntry, SkillError, tokenizeTools } from "@skillwright/core";
import type { ActiveSkill, Session } from "../session/session.ts";
import { findUsableSkill } from "../tools/skills/usable-skill.ts";

export type ActiveCatalog = { readonly catalog: Catalog; readonly session: Pick<Session, "active"> };

/**
 * The skill as it was when it was activated, read from the disk right now. Scripts of a skill that is not active would be a
 * way around its hooks and around what the active ones allow.
 */
export async function loadUnchanged(name: string, { catalog, session }: ActiveCatalog): Promise<LoadedEntry> {
  const { skill, active } = findUsableSkill(name, { catalog, session });
  if (active === undefined)
    throw new SkillError("skill-disabled", { name: skill.id, reason: "it is not active; load it first" });
  const other = session.active().find((one) => one !== active && !allowsPrograms(one));
  if (other !== undefined)
    throw new SkillError("skill-disabled", {
      name: skill.id,
      reason: `the skill ${other.id}, which is active too, lists no programs; leave it first`,
    });
  const entry = await catalog.load(skill.id, { digest: active.digest });
  if (entry.changed) throw new SkillError("skill-changed", { name: skill.id });
  return entry;
}

/** Its own scripts are a skill's affair; those of another one are programs, which a list may leave out. */
function allowsPrograms({ requestedTools, mode }: ActiveSkill): boolean {
  if (requestedTools === undefined || mode === "grant" || mode === "advisory") return true;
  return requestedTools
    .flatMap(tokenizeTools)
    .some(
      ({ tool, pattern }) =>
        pattern === undefined && (canonicalTool(tool) === "Bash" || tool === "skills_run_script"),
    );
}

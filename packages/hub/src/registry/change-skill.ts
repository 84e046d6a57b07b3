import { enterprise, mayDo, type Permission } from "../access/permissions.ts";
import type { HubTransaction } from "../database/database.ts";
import type { SkillRow, VersionRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";
import { readOwnSkill, readVersion, unknownSkill, unknownVersion } from "./find-skill.ts";

/** What a change of a skill works with. It records itself first. */
export type SkillChange = {
  readonly transaction: HubTransaction;
  readonly skill: SkillRow;
  readonly actor: string;
  readonly now: number;
};

/** Changes a skill of the request's tenant, if the principal has the permission in the team that owns it. */
export async function changeSkill<Query, Body>(
  { hub, principal, tenant, params }: Call<Query, Body>,
  permission: Permission,
  change: (parts: SkillChange) => Promise<void>,
): Promise<Response> {
  const { name = "" } = params;
  const { database } = hub;
  const work = async (transaction: HubTransaction): Promise<void> => {
    const skill = await readOwnSkill(transaction, { tenant, name });
    if (skill === undefined) throw unknownSkill(name);
    if (principal === undefined || !mayDo(principal, { permission, tenant, team: skill.team }))
      throw new Refusal("FORBIDDEN", `This needs the permission ${permission} in the team ${skill.team}.`);
    const now = hub.now();
    await change({ transaction, skill, actor: principal.id, now });
    await transaction
      .updateTable("skills")
      .set({ changed_at: now })
      .where("tenant", "=", tenant)
      .where("name", "=", name)
      .execute();
  };
  // Other tenants deploy skills of the enterprise, so nothing of theirs may change meanwhile.
  await (tenant === enterprise ? database.writeAll(work) : database.write(tenant, work));
  return new Response(null, { status: 204 });
}

export async function expectVersion(
  transaction: HubTransaction,
  key: Pick<VersionRow, "tenant" | "name" | "version">,
): Promise<VersionRow> {
  const found = await readVersion(transaction, key);
  if (found === undefined) throw unknownVersion(key);
  return found;
}

import { mayDo } from "../access/permissions.ts";
import type { SkillRow, VersionRow } from "../database/tables.ts";
import type { Hub } from "../hub.ts";
import { findSkill, readVersion, type SkillQuery, unknownVersion } from "./find-skill.ts";
import { expectUnrevoked } from "./offered-versions.ts";
import { mayReadVersion } from "./visibility.ts";

type VersionQuery = SkillQuery & { readonly version: string };
export type FoundVersion = { readonly skill: SkillRow; readonly version: VersionRow };

/** A version that the principal may look at. Those who take part in approvals also see what is revoked. */
export async function findVersion(
  hub: Pick<Hub, "database" | "now">,
  query: VersionQuery,
): Promise<FoundVersion> {
  const { database } = hub;
  const skill = await findSkill(database, query);
  const version = await readVersion(database.read, { ...skill, version: query.version });
  const { principal } = query;
  if (version === undefined || !mayReadVersion(skill, version.state, principal)) throw unknownVersion(query);
  const { tenant, team } = skill;
  const isReviewing = principal && mayDo(principal, { permission: "approvals:read", tenant, team });
  if (!isReviewing) await expectUnrevoked(hub, version, query.tenant);
  return { skill, version };
}

import type { Principal } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import type { SkillRow } from "../database/tables.ts";
import { mayReadVersion } from "../registry/visibility.ts";

/** Who owns a skill and who may see it: all skills with the same of both are open to the same people. */
type Place = Pick<SkillRow, "team" | "visibility">;

/** The places whose unapproved versions a principal may read. A request for approval shows content, so it is no more public than that. */
export async function reviewablePlaces(
  database: HubReader,
  tenant: string,
  principal: Principal | undefined,
): Promise<readonly Place[]> {
  const places = await database
    .selectFrom("skills")
    .select(["team", "visibility"])
    .distinct()
    .where("tenant", "=", tenant)
    .execute();
  return places.filter((place) => mayReadVersion({ tenant, ...place }, "pending", principal));
}

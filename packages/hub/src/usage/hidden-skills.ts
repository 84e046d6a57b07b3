import { enterprise, type Principal } from "../access/permissions.ts";
import type { Hub } from "../hub.ts";
import { unknownSkill } from "../registry/find-skill.ts";
import { isVisible } from "../registry/visibility.ts";

type HiddenQuery = { readonly tenant: string; readonly principal: Principal | undefined };

/** Whether a name is that of a skill which only teams of others may see. Audit events name skills of all teams. */
export async function findHidden(
  { database }: Pick<Hub, "database">,
  { tenant, principal }: HiddenQuery,
): Promise<(name: string) => boolean> {
  const rows = await database.read
    .selectFrom("skills")
    .select(["tenant", "name", "team", "visibility"])
    .where("tenant", "in", [tenant, enterprise])
    .where("visibility", "=", "team")
    .execute();
  const hidden = rows.filter((row) => !isVisible(row, principal));
  // An agent knows a scoped skill by the last part of its name.
  const names = new Set(hidden.flatMap(({ name }) => [name, name.split("/").at(-1) ?? ""]));
  return (name) => names.has(name);
}

/** Refuses the name of such a skill as that of one that does not exist. */
export async function expectSeen(
  hub: Pick<Hub, "database">,
  { name, ...query }: HiddenQuery & { readonly name: string },
): Promise<void> {
  const isHidden = await findHidden(hub, query);
  if (isHidden(name)) throw unknownSkill(name);
}

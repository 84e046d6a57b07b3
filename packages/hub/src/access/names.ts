import type { HubReader } from "../database/database.ts";
import type { Principal } from "./permissions.ts";

/** What people call themselves, by `person:…`. Only callers with credentials learn it; tokens have no such name. */
export async function namesOfPeople(
  read: HubReader,
  ids: readonly string[],
  principal: Principal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const people = [...new Set(ids)].filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  if (principal === undefined || people.length === 0) return new Map();
  const rows = await read.selectFrom("people").select(["id", "name"]).where("id", "in", people).execute();
  return new Map(rows.map(({ id, name }) => [`${prefix}${id}`, name]));
}

const prefix = "person:";

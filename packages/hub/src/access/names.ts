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

/** What people and tokens are called, for those who may read what they did. */
export async function namesOfPrincipals(
  read: HubReader,
  ids: readonly (string | null)[],
): Promise<Readonly<Record<string, string>>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const withPrefix = (kind: string): readonly string[] =>
    known.filter((id) => id.startsWith(kind)).map((id) => id.slice(kind.length));
  const [people, tokens] = [withPrefix(prefix), withPrefix(tokenPrefix)];
  const found: Record<string, string> = {};
  for (let start = 0; start < people.length; start += batch) {
    const some = people.slice(start, start + batch);
    const rows = await read.selectFrom("people").select(["id", "name"]).where("id", "in", some).execute();
    for (const { id, name } of rows) found[prefix + id] = name;
  }
  for (let start = 0; start < tokens.length; start += batch) {
    const some = tokens.slice(start, start + batch);
    const rows = await read.selectFrom("tokens").select(["id", "name"]).where("id", "in", some).execute();
    for (const { id, name } of rows) found[tokenPrefix + id] = name;
  }
  return found;
}

/** What agents of a tenant are called, by `agent:…`. */
export async function namesOfAgents(
  read: HubReader,
  tenant: string,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const known = [...new Set(ids)].slice(0, batch);
  if (known.length === 0) return {};
  const rows = await read
    .selectFrom("agents")
    .select(["id", "name"])
    .where("tenant", "=", tenant)
    .where("id", "in", known)
    .execute();
  return Object.fromEntries(rows.map(({ id, name }) => [`agent:${id}`, name]));
}

const tokenPrefix = "token:";

/** Names in one query. */
const batch = 500;

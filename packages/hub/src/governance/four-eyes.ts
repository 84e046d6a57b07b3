import { enterprise, type Principal } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";

/**
 * Whether two ids lead to the same person. A token acts for whoever made it: who publishes with one token must not approve with
 * another. Tokens that an administrator made are for others, as administrators could also add people.
 */
export async function isSamePerson(
  database: HubReader,
  [one, other]: readonly [string, string],
  tenant: string,
): Promise<boolean> {
  const [first, second] = [await peopleBehind(database, one), await peopleBehind(database, other)];
  if (first.includes(other) || second.includes(one)) return true;
  for (const id of first)
    if (second.includes(id) && !(await isAdministrator(database, id, tenant))) return true;
  return false;
}

/** Only administrators of the tenant or the enterprise give out tokens to others there. */
async function isAdministrator(database: HubReader, id: string, tenant: string): Promise<boolean> {
  const [, kind, name = ""] = /^(person|token):(.+)$/.exec(id) ?? [];
  const row =
    kind === "person"
      ? await database
          .selectFrom("memberships")
          .select("role")
          .where("person", "=", name)
          .where("role", "=", "admin")
          .where("tenant", "in", [tenant, enterprise])
          .executeTakeFirst()
      : await database
          .selectFrom("tokens")
          .select("role")
          .where("id", "=", name)
          .where("role", "=", "admin")
          .where("tenant", "in", [tenant, enterprise])
          .executeTakeFirst();
  return row !== undefined;
}

/** Why a principal may not decide under four eyes; undefined if they may. */
export async function findConflict(
  database: HubReader,
  principal: Principal,
  { publisher, askedBy, tenant }: Readonly<Record<"publisher" | "askedBy" | "tenant", string>>,
): Promise<string | undefined> {
  if (await isSamePerson(database, [principal.id, publisher], tenant))
    return principal.id === publisher
      ? "Whoever published a version cannot approve it. Ask another reviewer."
      : `This token and the publisher ${publisher} belong to the same person, and whoever published a version cannot approve it. Ask another reviewer.`;
  if (await isSamePerson(database, [principal.id, askedBy], tenant))
    return "Whoever asks for an approval cannot give it. Ask another reviewer.";
  return undefined;
}

async function peopleBehind(database: HubReader, id: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let next: string | undefined = id;
  for (let made = 0; next !== undefined && made < maxTokens && !ids.includes(next); made++) {
    // The hub itself makes the first token, and asks when an approval expires.
    if (/^(?:person|token):/.test(next)) ids.push(next);
    const token: string | undefined = /^token:(.+)$/.exec(next)?.[1];
    const row: { created_by: string; person: string | null } | undefined =
      token === undefined
        ? undefined
        : await database
            .selectFrom("tokens")
            .select(["created_by", "person"])
            .where("id", "=", token)
            .executeTakeFirst();
    next = row && (row.person === null ? row.created_by : `person:${row.person}`);
  }
  return ids;
}

/** Tokens made with tokens made with tokens. */
const maxTokens = 20;

import type { HubDatabase } from "../database/database.ts";
import type { TokenRow } from "../database/tables.ts";
import { enterprise, type Grant, type Principal } from "./permissions.ts";
import { findToken, hashSecret, scopesOf, toRole } from "./tokens.ts";

/** What a request shows of whoever sends it. */
export type Credentials = {
  /** The header `Authorization`. */
  readonly authorization?: string | undefined;
  /** The value of the session cookie. */
  readonly cookie?: string | undefined;
};

/** Who sends a request; undefined without valid credentials. A wrong token is not replaced by a valid cookie. */
export async function authenticate(
  { authorization, cookie }: Credentials,
  database: HubDatabase,
  now: number,
): Promise<Principal | undefined> {
  if (authorization !== undefined) {
    const [, text] = /^Bearer ([^\s]{1,200})$/i.exec(authorization) ?? [];
    const token = text === undefined ? undefined : await findToken(database, text, now);
    // A link signs in once, and a capability is part of an address: neither is a credential by itself.
    if (token === undefined || (token.kind !== "personal" && token.kind !== "service")) return undefined;
    return principalOf(token, database);
  }
  if (cookie === undefined) return undefined;
  const session = await database.read
    .selectFrom("browser_sessions")
    .select(["person", "expires_at"])
    .where("id", "=", hashSecret(cookie))
    .executeTakeFirst();
  if (session === undefined || session.expires_at <= now) return undefined;
  const person = await findPerson(session.person, database);
  return person && { ...person, isBrowser: true };
}

async function principalOf(token: TokenRow, database: HubDatabase): Promise<Principal | undefined> {
  const scopes = scopesOf(token);
  const limited = scopes === undefined ? {} : { scopes };
  if (token.kind === "personal") {
    const person = token.person === null ? undefined : await findPerson(token.person, database);
    return person && { ...person, ...limited, tenant: token.tenant };
  }
  const role = toRole(token.role);
  if (role === undefined) return undefined;
  const { tenant, team, id } = token;
  return { id: `token:${id}`, tenant, grants: [{ tenant, team, role }], ...limited, isBrowser: false };
}

async function findPerson(id: string, database: HubDatabase): Promise<Principal | undefined> {
  const person = await database.read
    .selectFrom("people")
    .select("disabled_at")
    .where("id", "=", id)
    .executeTakeFirst();
  if (person === undefined || person.disabled_at !== null) return undefined;
  const rows = await database.read
    .selectFrom("memberships")
    .selectAll()
    .where("person", "=", id)
    .orderBy("tenant")
    .execute();
  const grants = rows.flatMap(({ tenant, team, role }): Grant[] => {
    const known = toRole(role);
    return known === undefined ? [] : [{ tenant, team, role: known }];
  });
  const home = grants.find(({ tenant }) => tenant !== enterprise) ?? grants[0];
  return {
    id: `person:${id}`,
    person: id,
    tenant: home?.tenant ?? enterprise,
    grants,
    isBrowser: false,
  };
}

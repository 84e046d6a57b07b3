import type { HubDatabase } from "../database/database.ts";
import type { TokenRow } from "../database/tables.ts";
import { homeOf } from "./people.ts";
import { enterprise, type Grant, type Principal } from "./permissions.ts";
import { findToken, hashSecret, isOver, noteUse, scopesOf, toRole } from "./tokens.ts";

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
    return text === undefined ? undefined : authenticateToken(text, database, now);
  }
  return cookie === undefined ? undefined : findSession(cookie, database, now);
}

/** Whom a token acts for, as its holder sends it. */
export async function authenticateToken(
  text: string,
  database: HubDatabase,
  now: number,
): Promise<Principal | undefined> {
  const token = await findToken(database, text, now);
  // A link signs in once, and a capability is part of an address: neither is a credential by itself.
  if (token === undefined || (token.kind !== "personal" && token.kind !== "service")) return undefined;
  const principal = await principalOf(token, database);
  if (principal !== undefined) await noteUse(database, token, now);
  return principal;
}

async function findSession(
  cookie: string,
  database: HubDatabase,
  now: number,
): Promise<Principal | undefined> {
  const id = hashSecret(cookie);
  const session = await database.read
    .selectFrom("browser_sessions")
    .select(["person", "token", "expires_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (session === undefined || session.expires_at <= now) return undefined;
  const principal =
    session.token === null
      ? await findPerson(session.person ?? "", database)
      : await findTokenHolder(session.token, database, now);
  return principal && { ...principal, credential: `session:${id.slice(0, 16)}`, isBrowser: true };
}

/** Whom a token acts for as of now, without its secret: a session that it opened, or an address that it made, ends when it does. */
export async function findTokenHolder(
  id: string,
  database: HubDatabase,
  now: number,
): Promise<Principal | undefined> {
  const token = await database.read.selectFrom("tokens").selectAll().where("id", "=", id).executeTakeFirst();
  return token === undefined || isOver(token, now) ? undefined : principalOf(token, database);
}

async function principalOf(token: TokenRow, database: HubDatabase): Promise<Principal | undefined> {
  const scopes = scopesOf(token);
  const { tenant, team, id, expires_at } = token;
  const common = {
    ...{ credential: `token:${id}`, token: id, tenant, ...(scopes && { scopes }) },
    ...(expires_at !== null && { expiresAt: expires_at }),
  };
  if (token.kind === "personal") {
    const person = token.person === null ? undefined : await findPerson(token.person, database);
    return person && { ...person, ...common };
  }
  const role = toRole(token.role);
  if (role === undefined) return undefined;
  const restricted = role === "publisher" && (await restrictsCreation(tenant, database));
  const grants = [toGrant({ tenant, team, role }, restricted)];
  return { id: `token:${id}`, createdBy: token.created_by, grants, isBrowser: false, ...common };
}

/** A person with their roles as of now; undefined for an account that is disabled. */
export async function findPerson(id: string, database: HubDatabase): Promise<Principal | undefined> {
  const person = await database.read
    .selectFrom("people")
    .select(["disabled_at", "home"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (person === undefined || person.disabled_at !== null) return undefined;
  const rows = await database.read
    .selectFrom("memberships")
    .innerJoin("tenants", "tenants.id", "memberships.tenant")
    .select(["tenant", "team", "role", "restricts_creation"])
    .where("person", "=", id)
    .orderBy("tenant")
    .execute();
  const grants = rows.flatMap(({ tenant, team, role, restricts_creation }): Grant[] => {
    const known = toRole(role);
    return known === undefined ? [] : [toGrant({ tenant, team, role: known }, restricts_creation === 1)];
  });
  const isHome = ({ tenant }: Grant): boolean => tenant === person.home;
  const home = grants.some(isHome) ? person.home : homeOf(grants);
  return {
    id: `person:${id}`,
    person: id,
    tenant: home ?? enterprise,
    grants,
    isBrowser: false,
  };
}

/** A tenant may leave the creation of skills to its administrators. */
function toGrant(grant: Grant, restricted: boolean): Grant {
  return restricted && grant.role === "publisher" ? { ...grant, without: ["skills:create"] } : grant;
}

async function restrictsCreation(tenant: string, database: HubDatabase): Promise<boolean> {
  const row = await database.read
    .selectFrom("tenants")
    .select("restricts_creation")
    .where("id", "=", tenant)
    .executeTakeFirst();
  return row?.restricts_creation === 1;
}

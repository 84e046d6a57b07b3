import { addPerson } from "../access/people.ts";
import { recordChange } from "../audit/record-change.ts";
import type { OpenIdSettings } from "../config/settings.ts";
import type { HubTransaction } from "../database/database.ts";
import type { Identity } from "./openid-client.ts";

type GroupRole = OpenIdSettings["groups"][string];
type AdmitOptions = { readonly groups: OpenIdSettings["groups"]; readonly now: number };

/**
 * The person whom an identity provider names, with the roles of their groups; undefined if they are disabled or have no role. People are
 * known by the provider's id for them, never by an address or a name: a person who can choose those could become another.
 */
export async function admitIdentity(
  transaction: HubTransaction,
  identity: Identity,
  { groups, now }: AdmitOptions,
): Promise<string | undefined> {
  const roles = rolesOf(identity, groups);
  const person = await findOrAddPerson(transaction, identity, { mayAdd: roles.length > 0, now });
  if (person === undefined) return undefined;
  await setGroupRoles(transaction, { person, roles, by: identity.issuer, now });
  const role = await transaction
    .selectFrom("memberships")
    .select("role")
    .where("person", "=", person)
    .limit(1)
    .executeTakeFirst();
  return role && person;
}

/** Groups decide at each sign-in: who has left a group loses its role. */
function rolesOf({ groups }: Identity, table: OpenIdSettings["groups"]): readonly GroupRole[] {
  const roles = groups.flatMap((group) => (Object.hasOwn(table, group) ? (table[group] ?? []) : []));
  return [...new Map(roles.map((role) => [keyOf(role), role])).values()];
}

function keyOf({ tenant, team, role }: Readonly<Record<keyof GroupRole, string>>): string {
  return JSON.stringify([tenant, team, role]);
}

type AddOptions = { readonly mayAdd: boolean; readonly now: number };

/** The person, unless they are disabled or a stranger without a role. */
async function findOrAddPerson(
  transaction: HubTransaction,
  { issuer, subject, name, email }: Identity,
  { mayAdd, now }: AddOptions,
): Promise<string | undefined> {
  const known = await transaction
    .selectFrom("people")
    .select(["id", "disabled_at"])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (known === undefined)
    return mayAdd ? addPerson(transaction, { name, email, issuer, subject }, now) : undefined;
  if (known.disabled_at !== null) return undefined;
  await transaction
    .updateTable("people")
    .set({ name, email: email ?? null })
    .where("id", "=", known.id)
    .execute();
  return known.id;
}

type NewRoles = {
  readonly person: string;
  readonly roles: readonly GroupRole[];
  readonly by: string;
  readonly now: number;
};

/** Replaces what groups gave before. Roles that an administrator gave stay. Each tenant's log says what has changed there. */
async function setGroupRoles(
  transaction: HubTransaction,
  { person, roles, by, now }: NewRoles,
): Promise<void> {
  const tenants = await transaction.selectFrom("tenants").select("id").orderBy("id").execute();
  const rows = await transaction
    .selectFrom("memberships")
    .select(["tenant", "team", "role", "source"])
    .where("person", "=", person)
    .execute();
  const given = new Set(rows.filter(({ source }) => source === null).map(keyOf));
  for (const { id: tenant } of tenants) {
    const before = rows.filter((row) => row.source === "groups" && row.tenant === tenant);
    const after = roles.filter((role) => role.tenant === tenant && !given.has(keyOf(role)));
    if (isSame(before.map(keyOf), after.map(keyOf))) continue;
    const show = ({ team, role }: Readonly<Record<"team" | "role", string>>) => ({ team, role });
    await recordChange(transaction, {
      ...{ tenant, actor: `person:${person}`, action: "member-changed", subject: `person:${person}` },
      ...{ details: { before: before.map(show), roles: after.map(show), by }, time: now },
    });
    await transaction
      .deleteFrom("memberships")
      .where("person", "=", person)
      .where("tenant", "=", tenant)
      .where("source", "=", "groups")
      .execute();
    for (const { team, role } of after)
      await transaction
        .insertInto("memberships")
        .values({ person, tenant, team, role, source: "groups" })
        .execute();
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

import type { Affected, RevocationKind } from "@skillwright/core/registry";
import { enterprise } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { tenantsBelow } from "./affected.ts";

/** What a revocation is about, and in which tenant it holds. */
export type RevocationTarget = {
  readonly tenant: string;
  readonly kind: RevocationKind;
  readonly value: string;
};

type TargetOptions = { readonly isForced: boolean };

/**
 * Refuses a target that cannot be meant: one that is not written as its kind is, and the id of a publisher, tenant, agent or user that the
 * hub does not know. Names, versions and digests may be revoked before they appear.
 */
export async function expectTarget(
  database: HubReader,
  target: RevocationTarget,
  { isForced }: TargetOptions,
): Promise<void> {
  const { tenant, kind, value } = target;
  if (kind === "tenant" && tenant !== enterprise && value !== tenant)
    throw new Refusal("FORBIDDEN", "Only the enterprise revokes another tenant.");
  if (kind === "digest" && !/^sha256:[0-9a-f]{64}$/.test(value))
    throw new Refusal("INVALID_REQUEST", "body.value: expected a digest, sha256:…");
  if (kind === "version" && !/^.+@[^@]+$/.test(value))
    throw new Refusal("INVALID_REQUEST", "body.value: expected NAME@VERSION");
  if (isForced || kind === "name" || kind === "version" || kind === "digest") return;
  if (await isKnown(database, target)) return;
  const meant = kind === "publisher" ? await similarPrincipal(database, value) : undefined;
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new Refusal(
    "NOT_FOUND",
    `The hub knows no ${kind} ${value}.${hint} To revoke it anyway, send "force": true, or use --force.`,
  );
}

async function isKnown(database: HubReader, { tenant, kind, value }: RevocationTarget): Promise<boolean> {
  if (kind === "publisher") return (await hasPublished(database, value)) || isPrincipal(database, value);
  if (kind === "user") return isPerson(database, value.replace(/^person:/, ""));
  if (kind === "tenant") return (await tenantsBelow(database, tenant)).includes(value);
  const agent = await database
    .selectFrom("agents")
    .select("id")
    .where("id", "=", value)
    .where("tenant", "in", await tenantsBelow(database, tenant))
    .executeTakeFirst();
  return agent !== undefined;
}

async function hasPublished(database: HubReader, publisher: string): Promise<boolean> {
  const version = await database
    .selectFrom("versions")
    .select("name")
    .where("publisher", "=", publisher)
    .limit(1)
    .executeTakeFirst();
  return version !== undefined;
}

/** Whether an id is that of a person or a token, as logs and versions name them. */
async function isPrincipal(database: HubReader, id: string): Promise<boolean> {
  if (id.startsWith("person:")) return isPerson(database, id.slice("person:".length));
  if (!id.startsWith("token:")) return false;
  const token = await database
    .selectFrom("tokens")
    .select("id")
    .where("id", "=", id.slice("token:".length))
    .executeTakeFirst();
  return token !== undefined;
}

async function isPerson(database: HubReader, id: string): Promise<boolean> {
  const person = await database.selectFrom("people").select("id").where("id", "=", id).executeTakeFirst();
  return person !== undefined;
}

/** The principal that someone means who leaves out what it is. */
async function similarPrincipal(database: HubReader, value: string): Promise<string | undefined> {
  for (const id of [`person:${value}`, `token:${value}`]) if (await isPrincipal(database, id)) return id;
  return undefined;
}

/** What whoever revokes must hear if the revocation reaches nothing that the hub knows. */
export function warningOf(
  { kind, value }: Pick<RevocationTarget, "kind" | "value">,
  { versions, agents }: Pick<Affected, "versions" | "agents">,
): string | undefined {
  if (kind === "agent" || kind === "user" || kind === "tenant")
    return agents > 0 ? undefined : `No connected agent belongs to the ${kind} ${value}.`;
  return versions.length > 0 ? undefined : `No version on this hub matches the ${kind} ${value}.`;
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { HubDatabase, HubTransaction } from "../database/database.ts";
import type { TokenRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { hubLimits } from "../limits.ts";
import { type Permission, type Principal, permissions, type Role, roles } from "./permissions.ts";

/** What a new token is for. */
export type NewToken = Pick<TokenRow, "kind" | "name" | "tenant"> & {
  readonly person?: string | undefined;
  readonly team?: string | undefined;
  readonly role?: Role | undefined;
  readonly scopes?: readonly Permission[] | undefined;
  readonly createdBy: string;
  /** The token that makes it. */
  readonly parent?: string | undefined;
  readonly expiresAt?: number | undefined;
};

/** The id is public; the secret is shown once, and only its hash is stored. */
export type CreatedToken = { readonly id: string; readonly token: string };

/** Stores a new token and returns it as its holder will send it: `skw_ID_SECRET`. */
export async function createToken(
  transaction: HubTransaction,
  token: NewToken,
  now: number,
): Promise<CreatedToken> {
  if (token.parent !== undefined) await expectValid(transaction, token.parent, now);
  const id = randomBytes(9).toString("hex");
  const secret = randomBytes(24).toString("base64url");
  await transaction
    .insertInto("tokens")
    .values({
      ...{ id, hash: hashSecret(secret), kind: token.kind, name: token.name, tenant: token.tenant },
      ...{ person: token.person ?? null, team: token.team ?? "", role: token.role ?? null },
      scopes: token.scopes === undefined ? null : JSON.stringify(token.scopes),
      ...{ created_by: token.createdBy, parent: token.parent ?? null },
      ...{ created_at: now, expires_at: token.expiresAt ?? null, used_at: null, revoked_at: null },
    })
    .execute();
  return { id, token: `skw_${id}_${secret}` };
}

/** A token may have been revoked since the request was authenticated; what it made now would escape that. */
async function expectValid(transaction: HubTransaction, id: string, now: number): Promise<void> {
  const row = await transaction.selectFrom("tokens").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || isOver(row, now))
    throw new Refusal("UNAUTHORIZED", "Your token has ended. Run `skillwright login`.");
}

/** Who makes a token, and how long it may last: no longer than the credentials it is made with. */
export function madeBy(
  { id, token, expiresAt }: Principal,
  wanted: number,
): { readonly createdBy: string; readonly parent: string | undefined; readonly expiresAt: number } {
  return { createdBy: id, parent: token, expiresAt: Math.min(wanted, expiresAt ?? wanted) };
}

/** Tokens with all that they made, what those made, and so on. */
export async function withDescendants(
  transaction: HubTransaction,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await transaction
    .withRecursive("family(id)", (query) =>
      query
        .selectFrom("tokens")
        .select("id")
        .where("id", "in", [...ids])
        .union(
          query.selectFrom("tokens").innerJoin("family", "family.id", "tokens.parent").select("tokens.id"),
        ),
    )
    .selectFrom("family")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends tokens at once. */
export async function endTokens(
  transaction: HubTransaction,
  ids: readonly string[],
  now: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += hubLimits.pageRows)
    await transaction
      .updateTable("tokens")
      .set({ revoked_at: now })
      .where("id", "in", ids.slice(start, start + hubLimits.pageRows))
      .where("revoked_at", "is", null)
      .execute();
}

/** The row of a token that is genuine and neither expired nor revoked. */
export async function findToken(
  database: HubDatabase,
  text: string,
  now: number,
): Promise<TokenRow | undefined> {
  const [, id, secret] = tokenText.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const row = await database.read.selectFrom("tokens").selectAll().where("id", "=", id).executeTakeFirst();
  // An unknown id takes the same time as a wrong secret.
  const isGenuine = timingSafeEqual(Buffer.from(row?.hash ?? noHash), Buffer.from(hashSecret(secret)));
  return row !== undefined && isGenuine && !isOver(row, now) ? row : undefined;
}

const noHash = "0".repeat(64);

/** Whether a token has expired or was revoked. */
export function isOver({ revoked_at, expires_at }: TokenRow, now: number): boolean {
  return revoked_at !== null || (expires_at !== null && expires_at <= now);
}

/** Notes roughly when a token was last used. Requests do not fail if that cannot be written. */
export async function noteUse(
  database: HubDatabase,
  { id, tenant, used_at }: TokenRow,
  now: number,
): Promise<void> {
  if (used_at !== null && now - used_at < hubLimits.tokenUseMs) return;
  await database
    .write(tenant, (transaction) =>
      transaction.updateTable("tokens").set({ used_at: now }).where("id", "=", id).execute(),
    )
    .catch(() => undefined);
}

/** The public id and the secret of a token. */
const tokenText = /^skw_([0-9a-f]{18})_([\w-]{32})$/;

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

const scopeList = z.array(z.enum(permissions));

/** The only permissions of a token; undefined if it has all of its role or person. */
export function scopesOf({ scopes }: TokenRow): readonly Permission[] | undefined {
  return scopes === null ? undefined : scopeList.parse(JSON.parse(scopes));
}

/** A role as stored; a database of a newer hub may have others, which count for nothing. */
export function toRole(text: string | null): Role | undefined {
  return roles.find((role) => role === text);
}

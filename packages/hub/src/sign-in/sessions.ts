import { randomBytes } from "node:crypto";
import { enterprise } from "../access/permissions.ts";
import { hashSecret } from "../access/tokens.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import { isSecure, readCookie, sessionCookie } from "../http/app.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";

/** Who signs in: a person, or whoever holds a token. */
export type Subject = {
  /** As the audit log names them. */
  readonly id: string;
  readonly person?: string | undefined;
  readonly token?: string | undefined;
  /** `token`, `link`, or the address of an identity provider. */
  readonly by: string;
};

/**
 * Opens a session and returns the cookie. It always has a new id, and the session of the request's own cookie ends: an id that
 * an attacker has planted in the browser before never becomes a session.
 */
export async function openSession(
  transaction: HubTransaction,
  { id, person, token, by }: Subject,
  { hub, request }: { readonly hub: Hub; readonly request: Request },
): Promise<string> {
  const now = hub.now();
  await recordChange(transaction, {
    ...{ tenant: enterprise, actor: id, action: "signed-in", subject: id, details: { by }, time: now },
  });
  await transaction
    .deleteFrom("browser_sessions")
    .where((where) => where.or([where("expires_at", "<=", now), where("id", "=", sessionId(request, hub))]))
    .execute();
  const secret = randomBytes(32).toString("base64url");
  await transaction
    .insertInto("browser_sessions")
    .values({
      ...{ id: hashSecret(secret), person: person ?? null, token: token ?? null },
      ...{ created_at: now, expires_at: now + hubLimits.sessionMs },
    })
    .execute();
  return cookieOf(hub, { name: sessionCookie(hub), value: secret, seconds: hubLimits.sessionMs / 1000 });
}

/** Ends the session of a request and returns the cookie that removes it from the browser. */
export async function closeSession(request: Request, hub: Hub, actor: string): Promise<string> {
  await hub.database.write(enterprise, async (transaction) => {
    await recordChange(transaction, {
      ...{ tenant: enterprise, actor, action: "signed-out", subject: actor, time: hub.now() },
    });
    await transaction.deleteFrom("browser_sessions").where("id", "=", sessionId(request, hub)).execute();
  });
  return cookieOf(hub, { name: sessionCookie(hub), value: "", seconds: 0 });
}

/** What the database has instead of the cookie. */
function sessionId(request: Request, hub: Hub): string {
  return hashSecret(readCookie(request.headers.get("cookie") ?? undefined, sessionCookie(hub)) ?? "");
}

type Cookie = { readonly name: string; readonly value: string; readonly seconds: number };

/** For this host alone, invisible to scripts, and not sent with requests that other sites make in the background. */
export function cookieOf(hub: Hub, { name, value, seconds }: Cookie): string {
  const secure = isSecure(hub) ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

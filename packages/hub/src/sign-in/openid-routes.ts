import { z } from "zod";
import { addPerson } from "../access/people.ts";
import { enterprise } from "../access/permissions.ts";
import { hashSecret } from "../access/tokens.ts";
import type { OpenIdSettings } from "../config/settings.ts";
import type { HubTransaction } from "../database/database.ts";
import { isSecure, readCookie } from "../http/app.ts";
import { ownOrigin } from "../http/origin.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import type { Identity, OpenIdClient, PendingSignIn } from "./openid-client.ts";
import { signInFailed } from "./page.ts";
import { cookieOf, openSession } from "./sessions.ts";

const callbackPath = "/sign-in/openid/callback";

/** Sign-in at an identity provider. */
export const openIdRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/sign-in/openid",
    summary: "Send a browser to the identity provider.",
    needs: "nothing",
    query: z.object({ returnTo: z.string().max(1000).default("/") }),
    handle: async ({ hub, request, query }) => {
      const client = requireClient(hub);
      const origin = ownOrigin(request, hub.settings);
      const { address, state, verifier, nonce } = await client.begin(origin + callbackPath).catch((error) => {
        hub.log({ level: "error", event: "provider-unavailable", reason: reasonOf(error) });
        throw new Refusal("UNAVAILABLE", "The identity provider does not answer. The hub's log says why.");
      });
      const now = hub.now();
      await hub.database.write(enterprise, async (transaction) => {
        await transaction
          .deleteFrom("sign_ins")
          .where("created_at", "<", now - hubLimits.signInMs)
          .execute();
        await transaction
          .insertInto("sign_ins")
          .values({
            ...{ state: hashSecret(state), verifier, nonce, created_at: now },
            return_to: ownPath(query.returnTo, origin),
          })
          .execute();
      });
      // The browser that comes back must be the one that left: following a link of a stranger signs no one in.
      const cookie = cookieOf(hub, {
        name: stateCookie(hub),
        value: state,
        seconds: hubLimits.signInMs / 1000,
      });
      return new Response(null, {
        status: 303,
        headers: { location: address, "set-cookie": cookie, "cache-control": "no-store" },
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: callbackPath,
    summary: "Where the identity provider sends a browser back to.",
    needs: "nothing",
    handle: async ({ hub, request }) => {
      const client = requireClient(hub);
      const pending = await takePending(hub, request);
      if (pending === undefined)
        return signInFailed("This sign-in was not started in this browser, or is too old.");
      const { pathname, search } = new URL(request.url);
      const returned = new URL(pathname + search, ownOrigin(request, hub.settings));
      let identity: Identity;
      try {
        identity = await client.finish(returned, pending);
      } catch (error) {
        hub.log({ level: "warning", event: "sign-in-failed", reason: reasonOf(error) });
        return signInFailed("The identity provider did not confirm the sign-in.");
      }
      return signIn(identity, { hub, request, returnTo: pending.returnTo });
    },
  }),
];

function requireClient({ openId }: Hub): OpenIdClient {
  if (openId === undefined) throw new Refusal("NOT_FOUND", "This hub has no identity provider.");
  return openId;
}

function stateCookie(hub: Hub): string {
  return isSecure(hub) ? "__Host-skillwright-sign-in" : "skillwright-sign-in";
}

/** A path of the hub; anything else would send people to another site after they have signed in. */
export function ownPath(path: string, origin: string): string {
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  return url?.origin === origin ? url.pathname + url.search : "/";
}

/** What was remembered about the sign-in of the request; it counts once. */
async function takePending(
  hub: Hub,
  request: Request,
): Promise<(PendingSignIn & { readonly returnTo: string }) | undefined> {
  const state = new URL(request.url).searchParams.get("state");
  const cookie = readCookie(request.headers.get("cookie") ?? undefined, stateCookie(hub));
  if (state === null || state !== cookie) return undefined;
  const row = await hub.database.write(enterprise, (transaction) =>
    transaction
      .deleteFrom("sign_ins")
      .where("state", "=", hashSecret(state))
      .returningAll()
      .executeTakeFirst(),
  );
  if (row === undefined || row.created_at < hub.now() - hubLimits.signInMs) return undefined;
  return { state, verifier: row.verifier, nonce: row.nonce, returnTo: row.return_to };
}

type SignIn = { readonly hub: Hub; readonly request: Request; readonly returnTo: string };

async function signIn(identity: Identity, { hub, request, returnTo }: SignIn): Promise<Response> {
  const roles = rolesOf(identity, hub.settings.openIdConnect?.groups ?? {});
  const cookie = await hub.database.write(enterprise, async (transaction) => {
    const person = await findOrAddPerson(transaction, identity, { mayAdd: roles.length > 0, now: hub.now() });
    if (person === undefined) return undefined;
    await transaction
      .deleteFrom("memberships")
      .where("person", "=", person)
      .where("source", "=", "groups")
      .execute();
    const tenants = await transaction.selectFrom("tenants").select("id").execute();
    for (const { tenant, team, role } of roles.filter((one) => tenants.some(({ id }) => id === one.tenant)))
      await transaction
        .insertInto("memberships")
        .values({ person, tenant, team, role, source: "groups" })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return openSession(
      transaction,
      { id: `person:${person}`, person, by: identity.issuer },
      { hub, request },
    );
  });
  if (cookie === undefined)
    return signInFailed("You have no role here. Ask an administrator to add you or one of your groups.");
  const headers = new Headers({ location: returnTo, "cache-control": "no-store" });
  headers.append("set-cookie", cookie);
  headers.append("set-cookie", cookieOf(hub, { name: stateCookie(hub), value: "", seconds: 0 }));
  return new Response(null, { status: 303, headers });
}

type GroupRole = OpenIdSettings["groups"][string];

/** Groups decide at each sign-in: who has left a group loses its role. */
function rolesOf({ groups }: Identity, table: OpenIdSettings["groups"]): readonly GroupRole[] {
  return groups.flatMap((group) => (Object.hasOwn(table, group) ? (table[group] ?? []) : []));
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

function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

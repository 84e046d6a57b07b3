import { z } from "zod";
import { enterprise } from "../access/permissions.ts";
import { hashSecret } from "../access/tokens.ts";
import { isSecure, readCookie } from "../http/app.ts";
import { ownOrigin } from "../http/origin.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { admitIdentity } from "./admit-identity.ts";
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
  if (url?.origin !== origin) return "/";
  // `/..//evil.example` is a path here, but by itself it begins with the name of another host.
  return url.pathname.replace(/^\/+/, "/") + url.search;
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
  const { groups = {} } = hub.settings.openIdConnect ?? {};
  // Groups may give roles in any tenant.
  const cookie = await hub.database.writeAll(async (transaction) => {
    const person = await admitIdentity(transaction, identity, { groups, now: hub.now() });
    return (
      person &&
      openSession(transaction, { id: `person:${person}`, person, by: identity.issuer }, { hub, request })
    );
  });
  if (cookie === undefined)
    return signInFailed("You have no role here. Ask an administrator to add you or one of your groups.");
  const headers = new Headers({ location: returnTo, "cache-control": "no-store" });
  headers.append("set-cookie", cookie);
  headers.append("set-cookie", cookieOf(hub, { name: stateCookie(hub), value: "", seconds: 0 }));
  return new Response(null, { status: 303, headers });
}

function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

import { z } from "zod";
import { authenticateToken } from "../access/authenticate.ts";
import { enterprise } from "../access/permissions.ts";
import { findToken } from "../access/tokens.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { openIdRoutes } from "./openid-routes.ts";
import { html, page, signInFailed } from "./page.ts";
import { closeSession, openSession } from "./sessions.ts";

/** Browsers: signing in and out. */
export const signInRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/sign-in",
    summary: "Sign a browser in with a token. The session has its permissions and ends with it.",
    needs: "nothing",
    isForm: true,
    body: z.strictObject({ token: z.string().max(200) }),
    sample: { body: { token: "" } },
    handle: async ({ hub, request, body }) => {
      const found = await authenticateToken(body.token.trim(), hub.database, hub.now());
      const isScript = (request.headers.get("accept") ?? "").includes("application/json");
      if (found === undefined && isScript) throw new Refusal("INVALID_REQUEST", tokenIsInvalid);
      if (found === undefined) return signInFailed(tokenIsInvalid);
      const { id, person, token } = found;
      const cookie = await hub.database.write(enterprise, (transaction) =>
        openSession(transaction, { id, person, token, by: "token" }, { hub, request }),
      );
      return isScript ? Response.json({}, { headers: cookieHeaders(cookie) }) : redirect("/", cookie);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/sign-in/link/{token}",
    summary:
      "The page of a sign-in link. Opening it uses nothing up: programs that preview links do not spend them.",
    needs: "nothing",
    sample: { params: { token: "x" } },
    handle: async ({ hub, params }) => {
      if ((await findLink({ hub, params })) === undefined) return signInFailed(linkIsOver);
      const body = html`<h1>Sign in to ${hub.settings.name}</h1>
<form method="post"><p>This link works once.</p><button>Sign in</button></form>`;
      return page(body, { title: hub.settings.name });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/sign-in/link/{token}",
    summary: "Sign a browser in with a link, which works once.",
    needs: "nothing",
    isForm: true,
    body: z.object({}),
    sample: { params: { token: "x" }, body: {} },
    handle: async ({ hub, request, params }) => {
      const link = await findLink({ hub, params });
      if (link === undefined) return signInFailed(linkIsOver);
      const cookie = await hub.database.write(enterprise, async (transaction) => {
        // Two browsers at the same time: only one of them changes the row.
        const spent = await transaction
          .updateTable("tokens")
          .set({ revoked_at: hub.now(), used_at: hub.now() })
          .where("id", "=", link.id)
          .where("revoked_at", "is", null)
          .executeTakeFirst();
        if (spent.numUpdatedRows !== 1n) return undefined;
        const { person } = link;
        return openSession(transaction, { id: `person:${person}`, person, by: "link" }, { hub, request });
      });
      return cookie === undefined ? signInFailed(linkIsOver) : redirect("/", cookie);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/sign-out",
    summary: "End the session of a browser.",
    needs: "nothing",
    isForm: true,
    body: z.object({}),
    sample: { body: {} },
    handle: async ({ hub, request, principal }) => {
      if (!principal?.isBrowser) return redirect("/");
      return redirect("/", await closeSession(request, hub, principal.id));
    },
  }),
  ...openIdRoutes,
];

const tokenIsInvalid = "This token is not valid.";
const linkIsOver = "This link was used before or is too old. Ask for another one.";

async function findLink({
  hub,
  params,
}: Pick<Call<object, unknown>, "hub" | "params">): Promise<
  { readonly id: string; readonly person: string } | undefined
> {
  const row = await findToken(hub.database, params.token ?? "", hub.now());
  if (row?.kind !== "link" || row.person === null) return undefined;
  const person = await hub.database.read
    .selectFrom("people")
    .select("id")
    .where("id", "=", row.person)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return person && { id: row.id, person: person.id };
}

/** To another page of the hub, with GET. */
function redirect(path: string, cookie?: string): Response {
  const headers = cookieHeaders(cookie);
  headers.set("location", path);
  return new Response(null, { status: 303, headers });
}

function cookieHeaders(cookie: string | undefined): Headers {
  const headers = new Headers({ "cache-control": "no-store" });
  if (cookie !== undefined) headers.append("set-cookie", cookie);
  return headers;
}

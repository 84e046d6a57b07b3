import { enterprise, mayDo, type Principal } from "../access/permissions.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { type Html, html, page } from "./page.ts";

/** The page at the hub's address: what is there, who is signed in, and how to sign in. */
export const homeRoute: Route = defineRoute({
  method: "GET",
  path: "/",
  summary: "A page about this hub.",
  needs: "nothing",
  handle: async ({ hub, principal }) => {
    const { name } = hub.settings;
    const body = html`<h1>${name}</h1>
${await contents(hub, principal)}
${principal === undefined ? signInForms(hub) : await account(hub, principal)}
<p>Interface: <a href="/api/v1/openapi.json">OpenAPI</a>. State: <a href="/ready">ready</a>.</p>`;
    return page(body, { title: name });
  },
});

async function contents({ database, key }: Hub, principal: Principal | undefined): Promise<Html> {
  const rows = await database.read
    .selectFrom("skills")
    .select(({ fn }) => ["tenant", "visibility", fn.countAll<number>().as("count")])
    .groupBy(["tenant", "visibility"])
    .execute();
  const mayRead = (tenant: string): boolean =>
    principal !== undefined && mayDo(principal, { permission: "skills:read", tenant });
  const visible = rows.filter(({ tenant, visibility }) => visibility === "public" || mayRead(tenant));
  const count = visible.reduce((sum, row) => sum + Number(row.count), 0);
  return html`<dl><dt>Skills you may see</dt><dd>${String(count)}</dd><dt>Signing key</dt><dd><code>${key.id}</code></dd></dl>`;
}

function signInForms({ settings }: Hub): Html {
  const { openIdConnect } = settings;
  const provider =
    openIdConnect === undefined
      ? html``
      : html`<p><a href="/sign-in/openid">Sign in at ${new URL(openIdConnect.issuer).host}</a></p>`;
  return html`<h2>Sign in</h2>
${provider}
<form method="post" action="/sign-in"><label>Token <input name="token" type="password" autocomplete="off" required></label>
<button>Sign in</button></form>`;
}

async function account({ database }: Hub, { id, person, grants }: Principal): Promise<Html> {
  const row =
    person === undefined
      ? undefined
      : await database.read.selectFrom("people").select("name").where("id", "=", person).executeTakeFirst();
  const roles = grants.map(
    ({ tenant, team, role }) =>
      html`<li>${role} in ${tenant === enterprise ? "the enterprise" : tenant}${team === "" ? "" : `, team ${team}`}</li>`,
  );
  return html`<h2>Signed in as ${row?.name ?? id}</h2>
<ul>${roles}</ul>
<form method="post" action="/sign-out"><button>Sign out</button></form>`;
}

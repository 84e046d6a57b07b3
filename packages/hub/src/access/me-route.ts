import { type HubMe, meSchema } from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { defineRoute, type Route } from "../http/route.ts";
import { mayDo, permissions } from "./permissions.ts";

/** Who sends the request and what they may do; clients ask it when they sign in. */
export const meRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/me",
  summary: "Who you are, and what you may do in the tenant of the request.",
  needs: "credentials",
  answer: meSchema,
  handle: async ({ hub, principal, tenant }) => {
    if (principal === undefined) throw new TypeError("a route that needs credentials has a principal");
    const { id, person, grants, scopes } = principal;
    const row =
      person === undefined
        ? undefined
        : await hub.database.read
            .selectFrom("people")
            .select(["id", "name", "email"])
            .where("id", "=", person)
            .executeTakeFirst();
    const granted = [...new Set([tenant, ...grants.map((grant) => grant.tenant)])].slice(0, mostNames);
    const tenants = await hub.database.read
      .selectFrom("tenants")
      .select(["id", "name"])
      .where("id", "in", granted)
      .execute();
    const body: HubMe = {
      id,
      tenant,
      permissions: permissions.filter((permission) => mayDo(principal, { permission, tenant })),
      grants: grants.map(({ tenant: where, team, role }) => ({ tenant: where, team, role })),
      hub: { name: hub.settings.name, key: hub.key.id },
      tenants: Object.fromEntries(tenants.map(({ id: one, name }) => [one, name])),
      ...compact({
        person: row && { id: row.id, name: row.name, ...compact({ email: row.email ?? undefined }) },
        scopes: scopes && [...scopes],
      }),
    };
    return Response.json(body, { headers: { "cache-control": "no-store" } });
  },
});

/** Tenants of one person whose names are looked up. */
const mostNames = 500;

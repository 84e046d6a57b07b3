import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { defineRoute, type Route } from "../http/route.ts";
import { mayDo, permissions, roles } from "./permissions.ts";

const answer = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string().optional() }).optional(),
  tenant: z.string(),
  permissions: z.array(z.enum(permissions)),
  grants: z.array(z.object({ tenant: z.string(), team: z.string(), role: z.enum(roles) })),
  scopes: z.array(z.enum(permissions)).optional(),
  hub: z.object({ name: z.string(), key: z.string() }),
});

/** Who sends the request and what they may do; clients ask it when they sign in. */
export const meRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/me",
  summary: "Who you are, and what you may do in the tenant of the request.",
  needs: "credentials",
  answer,
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
    const body: z.infer<typeof answer> = {
      id,
      tenant,
      permissions: permissions.filter((permission) => mayDo(principal, { permission, tenant })),
      grants: grants.map(({ tenant: where, team, role }) => ({ tenant: where, team, role })),
      hub: { name: hub.settings.name, key: hub.key.id },
      ...compact({
        person: row && { id: row.id, name: row.name, ...compact({ email: row.email ?? undefined }) },
        scopes: scopes && [...scopes],
      }),
    };
    return Response.json(body, { headers: { "cache-control": "no-store" } });
  },
});

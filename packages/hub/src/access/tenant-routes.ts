import { teamListSchema, teamSchema, tenantListSchema, tenantSchema } from "@skillwright/core/registry";
import { z } from "zod";
import { recordChange } from "../audit/record-change.ts";
import { idField, nameField } from "../http/fields.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { mayDo, teamsOf } from "./permissions.ts";
import { endTokens, withDescendants } from "./tokens.ts";

/** Tenants and the teams in them. */
export const tenantRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/tenants",
    summary: "The tenants in which you have a role; all of them for whoever may create tenants.",
    needs: "credentials",
    answer: tenantListSchema,
    handle: async ({ hub, principal }) => {
      const rows = await hub.database.read.selectFrom("tenants").selectAll().orderBy("id").execute();
      const tenants = rows
        .filter(({ id }) => principal && mayDo(principal, { permission: "skills:read", tenant: id }))
        .map(({ id, name, restricts_creation }) => ({
          ...{ id, name, publishersCreateSkills: restricts_creation !== 1 },
        }));
      return Response.json({ tenants }, { headers: { "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/tenants",
    summary: "Create a tenant. Only administrators of the enterprise may.",
    needs: "tenants:write",
    body: z.strictObject({ id: idField, name: nameField }),
    answer: tenantSchema,
    sample: { body: { id: "green", name: "Green" } },
    handle: async ({ hub, principal, tenant, body }) => {
      const now = hub.now();
      await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor: principal?.id ?? "", action: "tenant-created", subject: body.id, time: now },
        });
        const added = await transaction
          .insertInto("tenants")
          .values({ ...body, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n)
          throw new Refusal("CONFLICT", `A tenant ${body.id} already exists.`);
      });
      return Response.json({ ...body, publishersCreateSkills: true }, { status: 201 });
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/api/v1/tenant",
    summary: "Change the tenant of the request: its name, and whether publishers may create skills.",
    needs: "members:write",
    body: z.strictObject({ name: nameField, publishersCreateSkills: z.boolean() }),
    answer: tenantSchema,
    sample: { body: { name: "Red", publishersCreateSkills: true } },
    handle: async (call) => {
      const { hub, principal, tenant, body } = call;
      requireWholeTenant(call);
      await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor: principal?.id ?? "", action: "tenant-changed", subject: tenant },
          ...{ details: body, time: hub.now() },
        });
        await transaction
          .updateTable("tenants")
          .set({ name: body.name, restricts_creation: body.publishersCreateSkills ? 0 : 1 })
          .where("id", "=", tenant)
          .execute();
      });
      return Response.json({ id: tenant, ...body });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/teams",
    summary: "The teams of the tenant in which you may see members.",
    needs: "members:read",
    answer: teamListSchema,
    handle: async ({ hub, tenant, principal }) => {
      const own = principal && teamsOf(principal, { permission: "members:read", tenant });
      const teams = await hub.database.read
        .selectFrom("teams")
        .select("name")
        .where("tenant", "=", tenant)
        .$if(own !== undefined, (some) => some.where("name", "in", [...(own ?? [])]))
        .orderBy("name")
        .execute();
      return Response.json({ teams }, { headers: { "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/api/v1/teams/{team}",
    summary: "Create a team; nothing changes if it exists.",
    needs: "members:write",
    answer: teamSchema,
    sample: { params: { team: "web" } },
    handle: async (call) => {
      const { hub, principal, tenant, params } = call;
      requireWholeTenant(call);
      const team = idField.safeParse(params.team);
      if (!team.success)
        throw new Refusal("INVALID_REQUEST", "A team is named with lowercase letters, digits and hyphens.");
      const now = hub.now();
      await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor: principal?.id ?? "", action: "team-created", subject: team.data, time: now },
        });
        await transaction
          .insertInto("teams")
          .values({ tenant, name: team.data, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      return Response.json({ name: team.data });
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/v1/teams/{team}",
    summary: "Remove a team that owns no skills. Roles and tokens in it end.",
    needs: "members:write",
    sample: { params: { team: "web" } },
    handle: async (call) => {
      const { hub, principal, tenant, params } = call;
      requireWholeTenant(call);
      const { team = "" } = params;
      const now = hub.now();
      await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor: principal?.id ?? "", action: "team-removed", subject: team, time: now },
        });
        const owned = await transaction
          .selectFrom("skills")
          .select("name")
          .where("tenant", "=", tenant)
          .where("team", "=", team)
          .executeTakeFirst();
        if (owned !== undefined)
          throw new Refusal("CONFLICT", `The team owns skills, such as ${owned.name}.`);
        const gone = await transaction
          .deleteFrom("teams")
          .where("tenant", "=", tenant)
          .where("name", "=", team)
          .executeTakeFirst();
        if (gone.numDeletedRows !== 1n) throw new Refusal("NOT_FOUND", "There is no such team.");
        await transaction
          .deleteFrom("memberships")
          .where("tenant", "=", tenant)
          .where("team", "=", team)
          .execute();
        const tokens = await transaction
          .selectFrom("tokens")
          .select("id")
          .where("tenant", "=", tenant)
          .where("team", "=", team)
          .where("revoked_at", "is", null)
          .execute();
        const ids = tokens.map(({ id }) => id);
        await endTokens(transaction, await withDescendants(transaction, ids), now);
      });
      return new Response(null, { status: 204 });
    },
  }),
];

/** An administrator of one team must not change what belongs to the whole tenant. */
function requireWholeTenant({
  principal,
  tenant,
}: Pick<Call<object, unknown>, "principal" | "tenant">): void {
  if (principal && mayDo(principal, { permission: "members:write", tenant, team: "" })) return;
  throw new Refusal("FORBIDDEN", "This needs the permission members:write in the whole tenant.");
}

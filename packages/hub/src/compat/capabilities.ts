import { createdCapabilitySchema } from "@skillwright/core/registry";
import { z } from "zod";
import { mayDo, teamsOf } from "../access/permissions.ts";
import { createToken, endTokens, madeBy } from "../access/tokens.ts";
import { recordChange } from "../audit/record-change.ts";
import { Refusal } from "../http/refusal.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { teamOf } from "../registry/publish-version.ts";
import { baseUrl } from "./base-url.ts";
import { mayShare } from "./capability.ts";

const newCapability = z.strictObject({
  name: z.string().trim().min(1).max(hubLimits.nameLength).describe("What it is for."),
  team: z.string().max(hubLimits.nameLength).optional().describe("The team whose skills it shows too."),
  days: z.int().min(1).max(hubLimits.capabilityDays).default(30).describe("How long it works."),
});

const day = 86_400_000;

/** Addresses with a token in them, for clients that send no credentials: for reading, until they expire or are revoked. */
export const capabilityRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/v1/capabilities",
    summary: "Create an address for reading skills without credentials. It is shown once.",
    needs: "tokens:write",
    body: newCapability,
    answer: createdCapabilitySchema,
    sample: { body: { name: "laptops" } },
    handle: async (call) => {
      const { hub, principal, tenant, body, request } = call;
      const team = body.team ?? teamOf(principal, tenant);
      if (principal === undefined || !mayShare(principal, { tenant, team }))
        throw new Refusal("FORBIDDEN", `This needs the permission tokens:write in the team ${team}.`);
      const now = hub.now();
      const made = madeBy(principal, now + body.days * day);
      const expiresAt = new Date(made.expiresAt).toISOString();
      const created = await hub.database.write(tenant, async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant, actor: principal.id, action: "capability-created", subject: body.name, time: now },
          details: { team, expires: expiresAt },
        });
        const { person } = principal;
        const plan = { kind: "capability", name: body.name, tenant, team, person, ...made } as const;
        return createToken(transaction, plan, now);
      });
      const url = `${baseUrl(hub, request)}/t/${created.token}`;
      const answer = { id: created.id, url, expiresAt };
      return Response.json(answer, { status: 201, headers: { "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/capabilities",
    summary: "The addresses of the tenant, or of your teams in it, that still work, without their tokens.",
    needs: "tokens:write",
    handle: async ({ hub, tenant, principal }) => {
      const teams = principal && teamsOf(principal, { permission: "tokens:write", tenant });
      const rows = await hub.database.read
        .selectFrom("tokens")
        .select(["id", "name", "team", "created_by", "created_at", "expires_at"])
        .where("tenant", "=", tenant)
        .where("kind", "=", "capability")
        .where("revoked_at", "is", null)
        .where("expires_at", ">", hub.now())
        .$if(teams !== undefined, (some) => some.where("team", "in", [...(teams ?? [])]))
        .orderBy("created_at", "desc")
        .limit(hubLimits.pageRows)
        .execute();
      const capabilities = rows.map(({ id, name, team, created_by, created_at, expires_at }) => ({
        ...{ id, name, team, createdBy: created_by, createdAt: new Date(created_at).toISOString() },
        expiresAt: new Date(expires_at ?? 0).toISOString(),
      }));
      return Response.json({ capabilities }, { headers: { "cache-control": "no-store" } });
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/v1/capabilities/{id}",
    summary: "Revoke an address at once.",
    needs: "tokens:write",
    sample: { params: { id: "0".repeat(18) } },
    handle: async ({ hub, principal, tenant, params }) => {
      const { id = "" } = params;
      const now = hub.now();
      await hub.database.write(tenant, async (transaction) => {
        const token = await transaction
          .selectFrom("tokens")
          .select(["name", "created_by"])
          .where("id", "=", id)
          .where("tenant", "=", tenant)
          .where("kind", "=", "capability")
          .executeTakeFirst();
        if (token === undefined) throw new Refusal("NOT_FOUND", "There is no such address.");
        const isOwn = token.created_by === principal?.id;
        const mayAll = principal && mayDo(principal, { permission: "members:write", tenant, team: "" });
        if (principal === undefined || !(isOwn || mayAll))
          throw new Refusal("FORBIDDEN", "Only its creator and administrators may revoke this address.");
        await recordChange(transaction, {
          ...{ tenant, actor: principal.id, action: "capability-revoked", subject: token.name, time: now },
        });
        await endTokens(transaction, [id], now);
      });
      return new Response(null, { status: 204 });
    },
  }),
];

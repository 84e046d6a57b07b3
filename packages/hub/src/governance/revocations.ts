import { randomUUID } from "node:crypto";
import {
  acknowledgedSchema,
  affectedSchema,
  type RevocationRecord,
  revocationKinds,
  revocationListSchema,
  revocationSchema,
} from "@skillwright/core/registry";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { namesOfPrincipals } from "../access/names.ts";
import { enterprise } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubReader, HubTransaction } from "../database/database.ts";
import type { RevocationRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { changeState } from "../state/issue-state.ts";
import { countAcknowledged, findAffected } from "./affected.ts";
import { sequencesIn } from "./confirmations.ts";
import { expectTarget, warningOf } from "./revocation-target.ts";
import { activeRevocations } from "./revoked.ts";

const target = { kind: z.enum(revocationKinds), value: z.string().min(1).max(300) };
const revokeSchema = z.strictObject({
  ...target,
  message: z.string().max(hubLimits.remarkLength).default(""),
  expiresAt: z.iso.datetime().optional(),
  force: z.boolean().default(false).describe("Revoke an id that the hub does not know."),
});
const sampleTarget = { kind: "name", value: "pdf" };

/** Revocations: what must not run any more. Those of the enterprise hold in every tenant, and only the enterprise lifts them. */
export const revocationRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/revocations",
    summary: "Revocations of the tenant and of the enterprise, the newest first.",
    needs: "revocations:read",
    answer: revocationListSchema,
    handle: async ({ hub, tenant }) => {
      const rows = await hub.database.read
        .selectFrom("revocations")
        .selectAll()
        .where("tenant", "in", [tenant, enterprise])
        .orderBy("created_at", "desc")
        .limit(hubLimits.pageRows)
        .execute();
      const people = rows.flatMap(({ created_by, lifted_by }) => [created_by, lifted_by]);
      const names = await namesOfPrincipals(hub.database.read, people);
      return Response.json({ revocations: rows.map(toRevocation), names });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/revocations/preview",
    summary: "Whom a revocation would reach. Changes nothing.",
    needs: "revocations:write",
    body: z.strictObject(target),
    answer: affectedSchema,
    sample: { body: sampleTarget },
    handle: async ({ hub, tenant, body }) => {
      const affected = await findAffected(hub, { tenant, ...body });
      return Response.json({ ...affected, ...compact({ warning: warningOf(body, affected) }) });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/revocations",
    summary: "Revoke a skill, a version, content, a publisher, a tenant, an agent or a user.",
    needs: "revocations:write",
    body: revokeSchema,
    answer: revocationSchema,
    sample: { body: sampleTarget },
    handle: async (call) => {
      const { hub, tenant, body } = call;
      const row = await changeState(hub, {
        tenant,
        work: (transaction, now) => revoke(transaction, call, now),
        finish: async (transaction, { id }, issued) => {
          const sequences = JSON.stringify(Object.fromEntries(issued));
          await transaction.updateTable("revocations").set({ sequences }).where("id", "=", id).execute();
        },
      });
      const warning = warningOf(body, await findAffected(hub, { tenant, ...body }));
      return Response.json({ ...toRevocation(row), ...compact({ warning }) }, { status: 201 });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/revocations/{id}/acknowledgements",
    summary: "How many of the tenant's agents have confirmed that they apply a revocation.",
    needs: "agents:read",
    answer: acknowledgedSchema,
    handle: async ({ hub, tenant, params }) => {
      const found = await hub.database.read
        .selectFrom("revocations")
        .select("sequences")
        .where("id", "=", params.id ?? "")
        .where("tenant", "in", [tenant, enterprise])
        .executeTakeFirst();
      if (found === undefined) throw new Refusal("NOT_FOUND", "There is no such revocation here.");
      const sequences = await sequencesIn(hub.database.read, tenant, found.sequences);
      return Response.json(await countAcknowledged(hub, sequences));
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/revocations/{id}/lift",
    summary: "Lift a revocation.",
    needs: "revocations:write",
    body: z.strictObject({}),
    answer: revocationSchema,
    handle: async ({ hub, tenant, principal, params }) => {
      const row = await changeState(hub, {
        tenant,
        work: async (transaction, now) => {
          const found = await find(transaction, tenant, params.id ?? "");
          if (found.lifted_at !== null) throw new Refusal("CONFLICT", "It was already lifted.");
          const lifted = { lifted_by: principal?.id ?? "", lifted_at: now };
          await recordChange(transaction, {
            ...{ tenant, actor: lifted.lifted_by, action: "revocation-lifted", subject: subjectOf(found) },
            ...{ details: { revocation: found.id }, time: now },
          });
          await transaction.updateTable("revocations").set(lifted).where("id", "=", found.id).execute();
          return { ...found, ...lifted };
        },
      });
      return Response.json(toRevocation(row));
    },
  }),
];

function subjectOf({ kind, value }: Pick<RevocationRow, "kind" | "value">): string {
  return `${kind} ${value}`;
}

async function revoke(
  transaction: HubTransaction,
  { tenant, principal, body }: Call<object, z.infer<typeof revokeSchema>>,
  now: number,
): Promise<RevocationRow> {
  const { kind, value, message, expiresAt, force } = body;
  await expectTarget(transaction, { tenant, kind, value }, { isForced: force });
  const expires = expiresAt === undefined ? null : Date.parse(expiresAt);
  if (expires !== null && expires <= now)
    throw new Refusal("INVALID_REQUEST", "body.expiresAt: expected a time in the future");
  const inForce = await activeRevocations(transaction, [tenant], now);
  if (inForce.filter((one) => one.tenant === tenant).length >= hubLimits.revocations)
    throw new Refusal(
      "CONFLICT",
      `${hubLimits.revocations} revocations are in force, the most there may be.`,
    );
  const row: RevocationRow = {
    ...{ id: randomUUID(), tenant, kind, value, message, created_by: principal?.id ?? "", created_at: now },
    ...{ expires_at: expires, lifted_by: null, lifted_at: null, sequences: "{}" },
  };
  await recordChange(transaction, {
    ...{ tenant, actor: row.created_by, action: "revoked", subject: subjectOf(row), time: now },
    ...(kind === "name" && { skill: { name: value } }),
    ...(kind === "version" && { skill: { name: value.slice(0, value.lastIndexOf("@")) } }),
    details: { revocation: row.id, message, ...compact({ expiresAt, force: force || undefined }) },
  });
  await transaction.insertInto("revocations").values(row).execute();
  return row;
}

/** One of this tenant: those of the enterprise are not found from below. */
async function find(database: HubReader, tenant: string, id: string): Promise<RevocationRow> {
  const row = await database
    .selectFrom("revocations")
    .selectAll()
    .where("id", "=", id)
    .where("tenant", "=", tenant)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND", "There is no such revocation of this tenant.");
  return row;
}

function toRevocation(row: RevocationRow): RevocationRecord {
  const { id, tenant, value, message } = row;
  return {
    ...{ id, tenant, value, message, kind: revocationKinds.find((one) => one === row.kind) ?? "name" },
    ...{ createdBy: row.created_by, createdAt: new Date(row.created_at).toISOString() },
    ...(row.expires_at !== null && { expiresAt: new Date(row.expires_at).toISOString() }),
    ...(row.lifted_by !== null && { liftedBy: row.lifted_by }),
    ...(row.lifted_at !== null && { liftedAt: new Date(row.lifted_at).toISOString() }),
  };
}

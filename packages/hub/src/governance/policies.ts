import {
  activePoliciesSchema,
  hubPolicySchema,
  policyVersionListSchema,
  policyVersionSchema,
  simulationSchema,
} from "@skillwright/core/registry";
import { z } from "zod";
import { namesOfPrincipals } from "../access/names.ts";
import { enterprise } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubReader, HubTransaction } from "../database/database.ts";
import type { PolicyRow } from "../database/tables.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { changeState, expectTenant } from "../state/issue-state.ts";
import {
  activePolicy,
  effectivePolicy,
  policyDigest,
  readPolicyBody,
  toPolicyVersion,
} from "./active-policy.ts";
import { settleAll } from "./settle-all.ts";
import { simulate } from "./simulate.ts";

const samplePolicy = { version: 1 } as const;

/** Policies are versioned: a new one changes nothing until it is activated. */
export const policyRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/v1/policies/active",
    summary: "The policies that apply in the tenant: the enterprise's and its own.",
    needs: "policies:read",
    answer: activePoliciesSchema,
    handle: async ({ hub, tenant }) => {
      const above = await activePolicy(hub.database.read, enterprise);
      const own = tenant === enterprise ? undefined : await activePolicy(hub.database.read, tenant);
      const authors = [above?.created_by ?? null, own?.created_by ?? null];
      return Response.json({
        names: await namesOfPrincipals(hub.database.read, authors),
        ...(above && { enterprise: toPolicyVersion(above, above) }),
        ...(own && { tenant: toPolicyVersion(own, own) }),
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/v1/policies",
    summary: "The newest versions of the tenant's policy.",
    needs: "policies:read",
    answer: policyVersionListSchema,
    handle: async ({ hub, tenant }) => {
      const active = await activePolicy(hub.database.read, tenant);
      const rows = await hub.database.read
        .selectFrom("policies")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("version", "desc")
        .limit(hubLimits.pageRows)
        .execute();
      const names = await namesOfPrincipals(
        hub.database.read,
        rows.map((row) => row.created_by),
      );
      return Response.json({ policies: rows.map((row) => toPolicyVersion(row, active)), names });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/policies",
    summary: "Store a new version of the tenant's policy. It takes effect once it is activated.",
    needs: "policies:write",
    body: z.strictObject({ policy: hubPolicySchema }),
    answer: policyVersionSchema,
    sample: { body: { policy: samplePolicy } },
    handle: async (call) => {
      const row = await call.hub.database.write(call.tenant, (transaction) => draft(transaction, call));
      return Response.json(toPolicyVersion(row, undefined), { status: 201 });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/policies/simulate",
    summary: "What a policy would have changed in the last month, by the audit log. Changes nothing.",
    needs: "policies:write",
    body: z.strictObject({ policy: hubPolicySchema.optional(), version: z.int().min(1).optional() }),
    answer: simulationSchema,
    sample: { body: { policy: samplePolicy } },
    handle: async ({ hub, tenant, body: { policy, version } }) => {
      const chosen =
        policy ??
        (version === undefined ? undefined : readPolicyBody(await find(hub.database.read, tenant, version)));
      if (chosen === undefined) throw new Refusal("INVALID_REQUEST", "body: expected a policy or a version");
      const effective = await effectivePolicy(hub.database.read, tenant, chosen);
      return Response.json(await simulate(hub, tenant, effective));
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/policies/{version}/activate",
    summary: "Put a version of the tenant's policy into force; an earlier one takes a change back.",
    needs: "policies:write",
    body: z.strictObject({}),
    answer: policyVersionSchema,
    sample: { params: { version: "1" } },
    handle: async ({ hub, tenant, principal, params }) => {
      const version = Number(/^\d{1,9}$/.exec(params.version ?? "")?.[0] ?? 0);
      const { row, changed } = await changeState(hub, {
        tenant,
        work: async (transaction, now) => {
          const found = await find(transaction, tenant, version);
          const active = await activePolicy(transaction, tenant);
          await recordChange(transaction, {
            ...{
              tenant,
              actor: principal?.id ?? "",
              action: "policy-activated",
              subject: `policy ${version}`,
            },
            ...{ details: { digest: found.digest, before: active?.version ?? 0 }, time: now },
          });
          const activeAt = Math.max(now, (active?.active_at ?? 0) + 1);
          await transaction
            .updateTable("policies")
            .set({ active_at: activeAt })
            .where("tenant", "=", tenant)
            .where("version", "=", version)
            .execute();
          const changed = await settleAll(transaction, tenant, now);
          return { row: { ...found, active_at: activeAt }, changed };
        },
      });
      return Response.json({ ...toPolicyVersion(row, row), changed });
    },
  }),
];

type DraftCall = Call<object, { readonly policy: z.infer<typeof hubPolicySchema> }>;

async function draft(transaction: HubTransaction, call: DraftCall): Promise<PolicyRow> {
  const { hub, tenant, principal, body } = call;
  await expectTenant(transaction, tenant);
  const { last } = await transaction
    .selectFrom("policies")
    .select(({ fn }) => fn.max("version").as("last"))
    .where("tenant", "=", tenant)
    .executeTakeFirstOrThrow();
  const version = Number(last ?? 0) + 1;
  const text = JSON.stringify(body.policy);
  const row: PolicyRow = {
    ...{ tenant, version, body: text, digest: policyDigest(text) },
    ...{ created_by: principal?.id ?? "", created_at: hub.now(), active_at: null },
  };
  await recordChange(transaction, {
    ...{ tenant, actor: row.created_by, action: "policy-drafted", subject: `policy ${version}` },
    ...{ details: { digest: row.digest }, time: row.created_at },
  });
  await transaction.insertInto("policies").values(row).execute();
  return row;
}

async function find(database: HubReader, tenant: string, version: number): Promise<PolicyRow> {
  const row = await database
    .selectFrom("policies")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("version", "=", version)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND", `The policy has no version ${version}.`);
  return row;
}

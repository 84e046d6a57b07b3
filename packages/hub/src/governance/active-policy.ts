import { createHash } from "node:crypto";
import {
  type CombinedRules,
  combineHubRules,
  type HubPolicy,
  hubPolicySchema,
  type PolicyVersion,
} from "@skillwright/core/registry";
import { enterprise } from "../access/permissions.ts";
import type { HubReader } from "../database/database.ts";
import type { PolicyRow } from "../database/tables.ts";

/** The policies that apply in a tenant, the enterprise's first. */
export type EffectivePolicy = {
  readonly policies: readonly HubPolicy[];
  readonly rules: CombinedRules;
  /** 0 without a policy. */
  readonly version: number;
  readonly enterpriseVersion: number;
};

/** What applies in a tenant now, or would with another policy in the place of its own. */
export async function effectivePolicy(
  database: HubReader,
  tenant: string,
  instead?: HubPolicy,
): Promise<EffectivePolicy> {
  const above = tenant === enterprise ? undefined : await activePolicy(database, enterprise);
  const own = await activePolicy(database, tenant);
  const ownPolicy = instead ?? (own && readPolicyBody(own));
  const policies = [...(above ? [readPolicyBody(above)] : []), ...(ownPolicy ? [ownPolicy] : [])];
  return {
    policies,
    rules: combineHubRules(policies.flatMap(({ skills }) => skills ?? [])),
    version: own?.version ?? 0,
    enterpriseVersion: (tenant === enterprise ? own : above)?.version ?? 0,
  };
}

export async function activePolicy(database: HubReader, tenant: string): Promise<PolicyRow | undefined> {
  return database
    .selectFrom("policies")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("active_at", "is not", null)
    .orderBy("active_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function readPolicyBody({ body }: Pick<PolicyRow, "body">): HubPolicy {
  return hubPolicySchema.parse(JSON.parse(body));
}

export function policyDigest(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** A version as clients see it. */
export function toPolicyVersion(row: PolicyRow, active: PolicyRow | undefined): PolicyVersion {
  return {
    ...{ tenant: row.tenant, version: row.version, policy: readPolicyBody(row), digest: row.digest },
    ...{ createdBy: row.created_by, createdAt: new Date(row.created_at).toISOString() },
    isActive: row.version === active?.version,
  };
}

import { enterprise } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import type { HubTransaction } from "../database/database.ts";
import type { Hub } from "../hub.ts";
import { hubLimits } from "../limits.ts";
import { readVersion } from "../registry/find-skill.ts";
import { changeState } from "../state/issue-state.ts";
import { effectivePolicy } from "./active-policy.ts";
import { settleVersion } from "./settle-version.ts";

/**
 * Ends approvals whose time is over: their versions return to the queue, and agents learn of it. A timer calls it for all tenants, and
 * whoever evaluates approvals for one.
 */
export async function settleExpired(hub: Hub, only?: string): Promise<void> {
  const rows = await hub.database.read
    .selectFrom("approvals")
    .select("tenant")
    .distinct()
    .where("state", "=", "approved")
    .where("expires_at", "<=", hub.now())
    .$if(only !== undefined, (query) => query.where("tenant", "in", [only ?? "", enterprise]))
    .execute();
  for (const { tenant } of rows)
    await changeState(hub, { tenant, work: (transaction, now) => endApprovals(transaction, tenant, now) });
}

async function endApprovals(transaction: HubTransaction, tenant: string, now: number): Promise<void> {
  const policy = await effectivePolicy(transaction, tenant);
  const rows = await transaction
    .selectFrom("approvals")
    .select(["id", "name", "version", "digest"])
    .where("tenant", "=", tenant)
    .where("state", "=", "approved")
    .where("expires_at", "<=", now)
    .limit(hubLimits.pageRows)
    .execute();
  for (const { id, name, version, digest } of rows) {
    await recordChange(transaction, {
      ...{ tenant, actor: "hub", action: "approval-expired", subject: `${name}@${version}`, time: now },
      ...{ skill: { name, digest }, details: { approval: id } },
    });
    await transaction.updateTable("approvals").set({ state: "expired" }).where("id", "=", id).execute();
    const row = await readVersion(transaction, { tenant, name, version });
    if (row !== undefined) await settleVersion(transaction, row, { policy, now });
  }
}

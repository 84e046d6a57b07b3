import type { HubTransaction } from "../database/database.ts";
import type { VersionRow, VersionState } from "../database/tables.ts";
import type { Hub } from "../hub.ts";
import { changeState } from "../state/issue-state.ts";
import { effectivePolicy } from "./active-policy.ts";
import { tenantsBelow } from "./affected.ts";
import { askForApproval, judgeRow } from "./settle-version.ts";

/** A version that is being published. */
export type PublishedVersion = Omit<VersionRow, "state">;

/** The state that the policies give a new version. One that needs an approval is put into the queue, asked for by its publisher. */
export async function initialState(
  transaction: HubTransaction,
  version: PublishedVersion,
): Promise<VersionState> {
  const policy = await effectivePolicy(transaction, version.tenant);
  const verdict = judgeRow(version, policy);
  if (verdict.effect === "allow") return "approved";
  if (verdict.effect === "deny") return "rejected";
  const { publisher: askedBy, published_at: now } = version;
  await askForApproval(transaction, {
    ...{ version, verdict, policy, now, askedBy, after: undefined },
    reason: "Published.",
  });
  return "pending";
}

/** Where agents activate only what is approved, a new version is in the next state document. Call it after the publication. */
export async function announcePublication(hub: Hub, tenant: string): Promise<void> {
  for (const one of await tenantsBelow(hub, tenant)) {
    const { rules } = await effectivePolicy(hub.database.read, one);
    if (rules.approvedOnly) return changeState(hub, { tenant, work: async () => {} });
  }
}

import type { HubTransaction } from "../database/database.ts";
import type { VersionRow, VersionState } from "../database/tables.ts";
import type { Hub } from "../hub.ts";
import { type IssuedStates, issueState } from "../state/issue-state.ts";
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

/**
 * Where agents activate only what is approved, a new version is in a state document of the same transaction. Announce the documents
 * once it is committed.
 */
export async function issuePublication(
  transaction: HubTransaction,
  hub: Hub,
  tenant: string,
): Promise<IssuedStates> {
  const issued = new Map<string, number>();
  for (const one of await tenantsBelow(transaction, tenant)) {
    const { rules } = await effectivePolicy(transaction, one);
    if (rules.approvedOnly) issued.set(one, await issueState(transaction, hub, one));
  }
  return issued;
}

import { randomUUID } from "node:crypto";
import type { HubVerdict } from "@skillwright/core/registry";
import type { HubReader, HubTransaction } from "../database/database.ts";
import type { ApprovalRow, VersionRow, VersionState } from "../database/tables.ts";
import type { EffectivePolicy } from "./active-policy.ts";
import { judgeVersion } from "./judge-version.ts";
import { type LastApproval, stateOf } from "./lifecycle.ts";
import { readRequested } from "./requested.ts";

export type SettleContext = { readonly policy: EffectivePolicy; readonly now: number };

/**
 * Brings a version's stored state up to date. One that was approved and no longer is returns to the queue: the hub asks for its approval.
 * That request says nothing about the version, so it goes when the state no longer waits for it, as when a policy is taken back.
 */
export async function settleVersion(
  transaction: HubTransaction,
  version: VersionRow,
  { policy, now }: SettleContext,
): Promise<VersionState> {
  const verdict = judgeRow(version, policy);
  const last = await lastApproval(transaction, version);
  const approval = last && toLastApproval(last);
  const state = stateOf({ version, verdict, approval, now });
  const own = await openRequest(transaction, version, "hub");
  if (state === "pending" && last?.state !== "pending" && own === undefined)
    await askForApproval(transaction, {
      ...{ version, verdict, policy, now, askedBy: "hub", after: last },
      reason: "Its approval has expired, or a policy now asks for more.",
    });
  if (state !== "pending" && own !== undefined)
    await transaction.deleteFrom("approvals").where("id", "=", own.id).execute();
  if (state !== version.state)
    await transaction
      .updateTable("versions")
      .set({ state })
      .where("tenant", "=", version.tenant)
      .where("name", "=", version.name)
      .where("version", "=", version.version)
      .execute();
  return state;
}

/** What the policies say about a stored version. */
export function judgeRow(
  row: Pick<VersionRow, "name" | "digest" | "publisher" | "signer" | "requested" | "findings">,
  { rules }: Pick<EffectivePolicy, "rules">,
): HubVerdict {
  const { name, digest, publisher, signer } = row;
  return judgeVersion({ name, digest, publisher, signer: signer ?? undefined, ...readRequested(row) }, rules);
}

type Named = Pick<VersionRow, "tenant" | "name" | "version">;

/** The newest request that a person made or decided. */
export async function lastApproval(database: HubReader, version: Named): Promise<ApprovalRow | undefined> {
  return requestsFor(database, version)
    .where((where) => where.or([where("asked_by", "!=", "hub"), where("state", "!=", "pending")]))
    .orderBy("asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** What waits for a decision. */
export async function openRequest(
  database: HubReader,
  version: Named,
  askedBy?: string,
): Promise<ApprovalRow | undefined> {
  return requestsFor(database, version)
    .where("state", "=", "pending")
    .$if(askedBy !== undefined, (query) => query.where("asked_by", "=", askedBy ?? ""))
    .limit(1)
    .executeTakeFirst();
}

function requestsFor(database: HubReader, { tenant, name, version }: Named) {
  return database
    .selectFrom("approvals")
    .selectAll()
    .where("tenant", "=", tenant)
    .where("name", "=", name)
    .where("version", "=", version);
}

export function toLastApproval(row: ApprovalRow): LastApproval {
  const { state, expires_at, digest, requested } = row;
  return { state, expires_at, digest, requested, asks: readAsks(row) };
}

export function readAsks({ asks }: Pick<ApprovalRow, "asks">): readonly string[] {
  const list: unknown = JSON.parse(asks);
  return Array.isArray(list) ? list.map(String) : [];
}

export type NewRequest = SettleContext & {
  readonly version: Named & Pick<VersionRow, "digest" | "requested">;
  readonly verdict: HubVerdict;
  readonly askedBy: string;
  readonly reason: string;
  /** The request before this one. */
  readonly after: Pick<ApprovalRow, "asked_at"> | undefined;
};

/** Puts a version into the queue. */
export async function askForApproval(transaction: HubTransaction, request: NewRequest): Promise<ApprovalRow> {
  const { version, verdict, policy, askedBy, reason, after, now } = request;
  const row: ApprovalRow = {
    ...{ id: randomUUID(), tenant: version.tenant, name: version.name, version: version.version },
    ...{ digest: version.digest, requested: version.requested },
    ...{ policy_version: policy.version, enterprise_policy_version: policy.enterpriseVersion },
    asks: JSON.stringify(verdict.reasons.map(({ rule }) => rule)),
    ...{ asked_by: askedBy, asked_at: Math.max(now, (after?.asked_at ?? 0) + 1), reason },
    ...{ state: "pending", decided_by: null, decided_at: null, comment: null, expires_at: null },
  };
  await transaction.insertInto("approvals").values(row).execute();
  return row;
}

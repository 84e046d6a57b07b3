import type { HubVerdict } from "@skillwright/core/registry";
import type { ApprovalRow, VersionState } from "../database/tables.ts";

/** The newest request for a version and its decision. */
export type LastApproval = Pick<ApprovalRow, "state" | "expires_at" | "digest" | "requested"> & {
  readonly asks: readonly string[];
};

export type LifecycleFacts = {
  readonly version: {
    readonly digest: string;
    readonly requested: string;
    readonly deprecated: string | null;
  };
  readonly verdict: HubVerdict;
  readonly approval: LastApproval | undefined;
  readonly now: number;
};

/**
 * The state of a version: what the policies say now, what a reviewer decided, and until when. It depends on nothing else, so that a
 * policy that is activated and taken back leaves everything as before. The table has the result for fast reading; `settleVersion`
 * keeps it up to date.
 */
export function stateOf({ version, verdict, approval, now }: LifecycleFacts): VersionState {
  if (verdict.effect === "deny" || approval?.state === "rejected") return "rejected";
  const approved = version.deprecated === null ? "approved" : "deprecated";
  if (verdict.effect === "allow") return approved;
  if (approval === undefined || approval.state === "withdrawn") return "draft";
  if (approval.state === "pending" || approval.state === "expired") return "pending";
  return covers(approval, { version, verdict, now }) ? approved : "pending";
}

/** An approval is for this content, what it asked for, and what the reviewer was told; and only for a time. */
export function covers(
  approval: LastApproval,
  { version, verdict, now }: Omit<LifecycleFacts, "approval">,
): boolean {
  if (approval.state !== "approved") return false;
  if (approval.expires_at !== null && approval.expires_at <= now) return false;
  if (approval.digest !== version.digest || approval.requested !== version.requested) return false;
  return verdict.reasons.every(({ rule }) => approval.asks.includes(rule));
}

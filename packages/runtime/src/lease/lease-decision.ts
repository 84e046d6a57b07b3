import type { LeaseRefusal } from "@skillwright/core/lease";
import type { DecisionReason } from "@skillwright/core/policy";

/** How the audit log names what a hub refuses. */
export function toLeaseReason(code: LeaseRefusal["code"]): DecisionReason {
  return code === "revoked" ? "skill-revoked" : "skill-not-permitted";
}

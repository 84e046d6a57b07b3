/** What a hub lets this machine use, as of the last contact. */

export { isSignedBy, type VerifyText } from "../registry/verify-signed.ts";
export {
  checkLease,
  deployedHere,
  findRevokedName,
  isInForce,
  type LeasedSkill,
  type LeaseQuestion,
  type LeaseRefusal,
} from "./check-lease.ts";
export { formatLeaseFault, formatLeaseRefusal } from "./format-lease.ts";
export {
  formatLease,
  formatPin,
  type HubPin,
  type Lease,
  type LeaseSubject,
  readLease,
  readPin,
} from "./lease.ts";
export { judgeLease, type LeaseFault, type LeaseStanding, type LeaseTime } from "./lease-standing.ts";
export { leaseLimits } from "./limits.ts";

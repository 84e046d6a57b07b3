import type { Lease } from "./lease.ts";
import { leaseLimits } from "./limits.ts";

/** Why a lease does not count any more, or does not count at all. */
export type LeaseFault =
  /** The hub's document has expired. */
  | "expired"
  /** The clock is before the document was issued. */
  | "clock-behind"
  /** The clock is before a time that this machine has already seen. */
  | "clock-set-back"
  /** The file was changed or damaged. */
  | "damaged"
  /** There was one, and it was strict. */
  | "missing";

/** A lease as of now. */
export type LeaseStanding = {
  /** Absent if it is damaged or missing. */
  readonly lease?: Lease;
  readonly fault?: LeaseFault;
};

export type LeaseTime = {
  readonly now: number;
  /** The latest time that this machine remembers; 0 if it remembers none. */
  readonly seenMs: number;
};

/** Whether a lease holds at a time. */
export function judgeLease(lease: Lease, { now, seenMs }: LeaseTime): LeaseStanding {
  const { issuedAt, expiresAt } = lease.state;
  const fault = findClockFault(Date.parse(issuedAt), {
    now,
    seenMs: Math.max(seenMs, lease.receivedMs),
  });
  if (fault !== undefined) return { lease, fault };
  return now >= Date.parse(expiresAt) ? { lease, fault: "expired" } : { lease };
}

/** A clock that was set back would keep a document alive for ever. */
export function findClockFault(
  issuedMs: number,
  { now, seenMs }: LeaseTime,
): "clock-behind" | "clock-set-back" | undefined {
  if (now < seenMs - leaseLimits.clockToleranceMs) return "clock-set-back";
  return now < issuedMs - leaseLimits.clockToleranceMs ? "clock-behind" : undefined;
}

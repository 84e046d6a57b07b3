import { sessionLimits } from "../session/limits.ts";
import type { LeaseGuard } from "./open-lease.ts";

/** Calls a listener soon after a hub permits something else than before. Returns a function that stops it. */
export function followLease(lease: LeaseGuard, listener: () => void): () => void {
  let known = lease.revision();
  const timer = setInterval(() => {
    const revision = lease.revision();
    if (revision === known) return;
    known = revision;
    listener();
  }, sessionLimits.leaseWatchMs);
  timer.unref();
  return () => clearInterval(timer);
}

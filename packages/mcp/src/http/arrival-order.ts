import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import { httpLimits } from "./limits.ts";

/**
 * Restores the order of a client's requests. Parallel requests travel on separate connections and may overtake each other, but
 * most clients number them. One that arrives before its predecessor waits a moment for it.
 */
export type ArrivalOrder = {
  /** Resolves when a message may be passed on. */
  admit(body: unknown): Promise<void>;
};

export function createArrivalOrder(holdMs: number): ArrivalOrder {
  const held = new Map<number, () => void>();
  /** The number that comes next. */
  let next: number | undefined;
  /** Gaps in a row that were never filled: the client skips numbers. */
  let unfilled = 0;
  /** The highest number that has waited long enough. */
  let overdue = -1;
  const release = (): void => {
    const first = Math.min(...held.keys());
    const resume = first === next || first <= overdue ? held.get(first) : undefined;
    if (resume === undefined) return;
    held.delete(first);
    proceed(first + 1);
    resume();
  };
  /** Its successors follow in later turns of the event loop, so that each starts before the next. */
  const proceed = (number: number): void => {
    next = number;
    if (held.size > 0) setImmediate(release);
  };
  const giveUp = (number: number): void => {
    unfilled++;
    overdue = Math.max(overdue, number);
    release();
  };
  const hold = (number: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => giveUp(number), holdMs);
      held.set(number, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  return {
    admit: async (body) => {
      const number = isJSONRPCRequest(body) ? Number(body.id) : Number.NaN;
      if (!Number.isSafeInteger(number) || held.has(number)) return;
      const gap = next === undefined ? 0 : number - next;
      if (gap < 0) return;
      if (gap > 0 && gap <= httpLimits.httpHeldRequests && unfilled < httpLimits.httpUnfilledGaps)
        return await hold(number);
      if (gap === 0) unfilled = 0;
      proceed(number + 1);
    },
  };
}

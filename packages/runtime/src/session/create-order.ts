import { setTimeout as sleep } from "node:timers/promises";
import { createQueue, type Queue } from "./create-queue.ts";
import { sessionLimits } from "./limits.ts";

/**
 * The order of what happens in a session. Calls are admitted in parallel, each after the changes made before it; changes of what
 * is active happen one at a time.
 */
export type Order = {
  /** Admits a call, hooks and questions to a person included. Starts once the changes requested so far are done. */
  admit<Value>(work: () => Promise<Value>): Promise<Value>;
  /** A change the host makes. It does not wait for calls: one that a person is still considering is decided again. */
  readonly change: Queue;
  /** A change a model requests with a call: the calls before it are settled first, so that each keeps its place. */
  changeByCall<Value>(step: () => Promise<Value>, signal?: AbortSignal): Promise<Value>;
  /** Resolves when the calls made so far are admitted or refused, or after some time. */
  admitted(ms: number): Promise<void>;
};

export function createOrder(closing: AbortSignal): Order {
  const change = createQueue();
  const admitting = new Set<Promise<unknown>>();
  return {
    change,
    admit: (work) => {
      // Started in the queue but not awaited there: the next call does not wait for this one.
      const admitted = change(() => ({ done: work() })).then(({ done }) => done);
      const ended: Promise<void> = admitted.then(ignore, ignore).then(() => {
        admitting.delete(ended);
      });
      admitting.add(ended);
      return admitted;
    },
    changeByCall: (step, signal) => {
      const earlier = [...admitting];
      return change(async () => {
        const signals = signal === undefined ? [closing] : [closing, signal];
        await settled(earlier, sessionLimits.callOrderMs, signals);
        return step();
      });
    },
    admitted: (ms) => settled([...admitting], ms),
  };
}

function ignore(): void {}

/** Waits for calls, but not forever: a person may never answer. Such a call is decided again later. */
async function settled(
  calls: readonly Promise<unknown>[],
  ms: number,
  signals: readonly AbortSignal[] = [],
): Promise<void> {
  if (calls.length === 0) return;
  const done = new AbortController();
  const signal = AbortSignal.any([...signals, done.signal]);
  await Promise.race([Promise.all(calls), sleep(ms, undefined, { signal }).catch(ignore)]);
  done.abort();
}

import { sessionLimits } from "./limits.ts";
import type { Outcome } from "./outcome.ts";

/** The running calls of a session. Closing the session aborts them and waits for their records. */
export type CallsUnderWay = {
  /** Aborted when the session closes. */
  readonly closing: AbortSignal;
  /** Tracks a call until it ends, with a way to record its outcome for it. */
  add(call: CallUnderWay): void;
  /** Ends all calls. One that does not stop in time is recorded as such and abandoned. */
  end(): Promise<void>;
};

type CallUnderWay = {
  readonly over: Promise<unknown>;
  readonly finish: (outcome: Outcome) => Promise<void>;
};

export function createCallsUnderWay(closing: AbortSignal): CallsUnderWay {
  const calls = new Set<CallUnderWay>();
  return {
    closing,
    add: (call) => {
      calls.add(call);
      const remove = (): boolean => calls.delete(call);
      call.over.then(remove, remove);
    },
    end: async () => {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, sessionLimits.callsEndMs);
      await Promise.race([Promise.allSettled([...calls].map(({ over }) => over)), late.promise]);
      clearTimeout(timer);
      await Promise.all([...calls].map(({ finish }) => finish(unfinished)));
    },
  };
}

const unfinished: Outcome = { ok: false, error: "The session closed before the call ended." };

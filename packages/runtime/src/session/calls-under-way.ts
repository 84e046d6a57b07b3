import { limits } from "@skillwright/core";
import type { Outcome } from "./outcome.ts";

/** The calls of a session that run now. A session that closes ends them, and waits for what is written down of each. */
export type CallsUnderWay = {
  /** Aborted when the session closes. */
  readonly closing: AbortSignal;
  /** From its beginning until it is over, with a way to write its outcome down in its place. */
  add(call: CallUnderWay): void;
  /** Ends all calls. One that does not heed it in time is written down as such, and nobody waits for it any longer. */
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
      const timer = setTimeout(late.resolve, limits.callsEndMs);
      await Promise.race([Promise.allSettled([...calls].map(({ over }) => over)), late.promise]);
      clearTimeout(timer);
      await Promise.all([...calls].map(({ finish }) => finish(unfinished)));
    },
  };
}

const unfinished: Outcome = { ok: false, error: "The session was closed before the call ended." };

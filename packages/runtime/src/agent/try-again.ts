import type { AgentOptions } from "./agent-options.ts";
import { agentLimits } from "./limits.ts";
import { ModelFailure, type ModelFault } from "./model-fault.ts";

export type TryAgainOptions = Required<Pick<AgentOptions, "maxRetries" | "wait">> & {
  readonly signal: AbortSignal;
  readonly onRetry?: (retry: Retry) => Promise<void>;
};

/** `attempt` is the next one. */
type Retry = { readonly fault: ModelFault; readonly attempt: number; readonly waitMs: number };

export type Tried<Value> =
  | { readonly status: "done"; readonly value: Value }
  | { readonly status: "failed"; readonly fault: ModelFault }
  | { readonly status: "aborted" };

/** Asks a model, and retries while its fault may be temporary. */
export async function tryAgain<Value>(
  ask: () => Promise<Value>,
  { signal, maxRetries, wait, onRetry }: TryAgainOptions,
): Promise<Tried<Value>> {
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) return { status: "aborted" };
    const tried = await tryOnce(ask, signal);
    if (signal.aborted) return { status: "aborted" };
    if (tried.status !== "failed") return tried;
    const { fault, mayRetry } = tried.failure;
    const waitMs = delayOf(fault, attempt);
    if (!mayRetry || attempt > maxRetries || waitMs > agentLimits.retryAfterSeconds * 1000)
      return { status: "failed", fault: withAttempts(fault, attempt) };
    await onRetry?.({ fault, attempt: attempt + 1, waitMs });
    await wait(waitMs, signal);
  }
}

type Once<Value> =
  | Extract<Tried<Value>, { status: "done" | "aborted" }>
  | { readonly status: "failed"; readonly failure: ModelFailure };

async function tryOnce<Value>(ask: () => Promise<Value>, signal: AbortSignal): Promise<Once<Value>> {
  try {
    return { status: "done", value: await ask() };
  } catch (error) {
    if (error instanceof ModelFailure) return { status: "failed", failure: error };
    if (signal.aborted) return { status: "aborted" };
    throw error;
  }
}

function delayOf({ retryAfterSeconds }: ModelFault, attempt: number): number {
  return retryAfterSeconds === undefined
    ? agentLimits.modelRetryMs * 2 ** (attempt - 1)
    : retryAfterSeconds * 1000;
}

function withAttempts(fault: ModelFault, attempts: number): ModelFault {
  if (attempts === 1) return fault;
  return { ...fault, message: `${fault.message} Gave up after ${attempts.toFixed()} attempts.` };
}

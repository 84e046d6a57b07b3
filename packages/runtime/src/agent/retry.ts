import { setTimeout as sleep } from "node:timers/promises";
import type { ModelMessage } from "ai";
import type { AgentModel, AgentOptions } from "./agent-options.ts";
import { agentLimits } from "./limits.ts";
import { ModelFailure, type ModelFault } from "./model-fault.ts";
import { runStep, type Step, type StepParts } from "./run-step.ts";

export type RetryParts = StepParts & Required<Pick<AgentOptions, "maxRetries" | "wait">>;

export type StepAttempt =
  | { readonly status: "done"; readonly step: Step }
  | { readonly status: "failed"; readonly fault: ModelFault }
  | { readonly status: "aborted" };

/** Runs a step, and retries it while the model's fault may be temporary and nothing of it was acted on. */
export async function runStepWithRetries(
  model: AgentModel,
  messages: readonly ModelMessage[],
  parts: RetryParts,
): Promise<StepAttempt> {
  const { signal, emit, maxRetries, wait } = parts;
  const tried = await withRetries(() => runStep(model, messages, parts), {
    signal,
    maxRetries,
    wait,
    onRetry: (retry) => emit({ type: "retrying", ...retry }),
  });
  return tried.status === "done" ? { status: "done", step: tried.value } : tried;
}

/** The default of `wait`. */
export async function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  // An abort ends the wait; the loop handles it.
  await sleep(ms, undefined, { signal }).catch(() => {});
}

type RetryOptions = Required<Pick<AgentOptions, "maxRetries" | "wait">> & {
  readonly signal: AbortSignal;
  readonly onRetry?: (retry: Retry) => Promise<void>;
};

/** `attempt` is the next one. */
type Retry = { readonly fault: ModelFault; readonly attempt: number; readonly waitMs: number };

type RetryResult<Value> =
  | { readonly status: "done"; readonly value: Value }
  | { readonly status: "failed"; readonly fault: ModelFault }
  | { readonly status: "aborted" };

/** Asks a model, and retries while its fault may be temporary. */
export async function withRetries<Value>(
  ask: () => Promise<Value>,
  { signal, maxRetries, wait, onRetry }: RetryOptions,
): Promise<RetryResult<Value>> {
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
  | Extract<RetryResult<Value>, { status: "done" | "aborted" }>
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

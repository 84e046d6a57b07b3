import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@skillwright/core";
import type { ModelMessage } from "ai";
import type { AgentModel, AgentOptions } from "./agent-options.ts";
import { ModelFailure, type ModelFault } from "./model-fault.ts";
import { runStep, type Step, type StepParts } from "./run-step.ts";

export type RetryParts = StepParts & Required<Pick<AgentOptions, "maxRetries" | "wait">>;

export type TriedStep =
  | { readonly status: "done"; readonly step: Step }
  | { readonly status: "failed"; readonly fault: ModelFault }
  | { readonly status: "aborted" };

/** Runs a step, and begins it again while the model's fault may pass and nothing of it was acted on. */
export async function tryStep(
  model: AgentModel,
  messages: readonly ModelMessage[],
  parts: RetryParts,
): Promise<TriedStep> {
  const { signal, emit, maxRetries, wait } = parts;
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) return { status: "aborted" };
    const tried = await runOnce(model, messages, parts);
    if (signal.aborted) return { status: "aborted" };
    if (tried.status !== "failed") return tried;
    const { fault, mayRetry } = tried.failure;
    const waitMs = delayOf(fault, attempt);
    if (!mayRetry || attempt > maxRetries || waitMs > limits.retryAfterSeconds * 1000)
      return { status: "failed", fault: withAttempts(fault, attempt) };
    await emit({ type: "retrying", fault, attempt: attempt + 1, waitMs });
    await wait(waitMs, signal);
  }
}

/** The default of `wait`. */
export async function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  // Being stopped ends the wait; the loop sees why.
  await sleep(ms, undefined, { signal }).catch(() => {});
}

type Once =
  | Extract<TriedStep, { status: "done" | "aborted" }>
  | { readonly status: "failed"; readonly failure: ModelFailure };

async function runOnce(
  model: AgentModel,
  messages: readonly ModelMessage[],
  parts: RetryParts,
): Promise<Once> {
  try {
    return { status: "done", step: await runStep(model, messages, parts) };
  } catch (error) {
    if (error instanceof ModelFailure) return { status: "failed", failure: error };
    if (parts.signal.aborted) return { status: "aborted" };
    throw error;
  }
}

function delayOf({ retryAfterSeconds }: ModelFault, attempt: number): number {
  return retryAfterSeconds === undefined
    ? limits.modelRetryMs * 2 ** (attempt - 1)
    : retryAfterSeconds * 1000;
}

function withAttempts(fault: ModelFault, attempts: number): ModelFault {
  if (attempts === 1) return fault;
  return { ...fault, message: `${fault.message} It was tried ${attempts.toFixed()} times.` };
}

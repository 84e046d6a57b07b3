import { setTimeout as sleep } from "node:timers/promises";
import type { ModelMessage } from "ai";
import type { AgentModel, AgentOptions } from "./agent-options.ts";
import type { ModelFault } from "./model-fault.ts";
import { runStep, type Step, type StepParts } from "./run-step.ts";
import { tryAgain } from "./try-again.ts";

export type RetryParts = StepParts & Required<Pick<AgentOptions, "maxRetries" | "wait">>;

export type TriedStep =
  | { readonly status: "done"; readonly step: Step }
  | { readonly status: "failed"; readonly fault: ModelFault }
  | { readonly status: "aborted" };

/** Runs a step, and retries it while the model's fault may be temporary and nothing of it was acted on. */
export async function tryStep(
  model: AgentModel,
  messages: readonly ModelMessage[],
  parts: RetryParts,
): Promise<TriedStep> {
  const { signal, emit, maxRetries, wait } = parts;
  const tried = await tryAgain(() => runStep(model, messages, parts), {
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

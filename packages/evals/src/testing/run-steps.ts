import { availableParallelism } from "node:os";
import type { CaseResult, TestSummary } from "./case-result.ts";
import { type CaseName, type CaseStep, notRun, type RunnableStep } from "./case-step.ts";
import { runPool } from "./run-pool.ts";

export type RunStepsOptions = {
  /** Default: one less than the number of processors. */
  readonly jobs?: number;
  /** How often to retry a failed case. Default: 0. */
  readonly retries?: number;
  readonly signal?: AbortSignal;
  readonly onStart?: (name: CaseName) => void;
  readonly onResult?: (result: CaseResult) => void;
};

/**
 * Runs cases in parallel. When aborted, running cases are stopped, and they and the remaining ones are
 * skipped.
 */
export async function runSteps(steps: readonly CaseStep[], options: RunStepsOptions): Promise<TestSummary> {
  const { jobs = Math.max(1, availableParallelism() - 1), onResult } = options;
  // A bug in one run must not leave the others running.
  const broken = new AbortController();
  const signal = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])]);
  const cases = await runPool(steps, jobs, async (step) => {
    try {
      const result = "result" in step ? step.result : await runPatiently(step, signal, options);
      onResult?.(result);
      return result;
    } catch (error) {
      broken.abort();
      throw error;
    }
  });
  const count = (status: CaseResult["status"]): number =>
    cases.filter((result) => result.status === status).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), cases };
}

/** Retries a case while it fails and retries are left. */
async function runPatiently(
  step: RunnableStep,
  signal: AbortSignal,
  { retries = 0, onStart }: RunStepsOptions,
): Promise<CaseResult> {
  if (signal.aborted) return notRun(step, { status: "skipped" });
  onStart?.(step);
  const tries = step.isSteady ? 1 : retries + 1;
  for (let attempts = 1; ; attempts++) {
    const result = { ...(await step.run(signal)), attempts };
    if (result.status === "passed" && attempts > 1) return { ...result, flaky: true };
    if (result.status !== "failed" || attempts >= tries) return result;
  }
}

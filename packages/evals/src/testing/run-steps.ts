import { availableParallelism } from "node:os";
import type { CaseResult, InvalidCase, TestSummary } from "./case.ts";
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
      const result = "result" in step ? step.result : await runWithRetries(step, signal, options);
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
async function runWithRetries(
  step: RunnableStep,
  signal: AbortSignal,
  { retries = 0, onStart }: RunStepsOptions,
): Promise<CaseResult> {
  if (signal.aborted) return notRun(step, { status: "skipped" });
  onStart?.(step);
  const tries = step.isDeterministic ? 1 : retries + 1;
  for (let attempts = 1; ; attempts++) {
    const result = { ...(await step.run(signal)), attempts };
    if (result.status === "passed" && attempts > 1) return { ...result, flaky: true };
    if (result.status !== "failed" || attempts >= tries) return result;
  }
}

/** A case of any kind: either runnable, or with a result that is already known. */
export type CaseStep = RunnableStep | { readonly result: CaseResult };

type RunnableStep = CaseName & {
  /** Every run has the same result, so retries are useless. */
  readonly isDeterministic?: true;
  run(signal: AbortSignal): Promise<CaseResult>;
};

export type CaseName = Pick<CaseResult, "skill" | "case" | "name">;

export function notRun(
  name: CaseName,
  more: Pick<CaseResult, "status"> & Partial<Pick<CaseResult, "problems" | "reason">>,
): CaseResult {
  const { skill, case: stem } = name;
  return {
    skill,
    case: stem,
    name: name.name,
    durationMs: 0,
    failures: [],
    problems: [],
    attempts: 0,
    ...more,
  };
}

export function failInvalidCase({ skill, stem, problems }: InvalidCase): CaseStep {
  return { result: notRun({ skill: skill.name, case: stem, name: stem }, { status: "failed", problems }) };
}

/** One of several parts of a suite; `index` starts at 1. */
export type Shard = { readonly index: number; readonly of: number };

/**
 * The items of one shard. Equal lists are split equally on every machine; neighbors, which tend to take
 * equally long, go to different shards.
 */
export function selectShard<Item>(items: readonly Item[], index: number, of: number): readonly Item[] {
  return items.filter((_, at) => at % of === index - 1);
}

/** Parses `2/4`; undefined when it is not a valid shard. */
export function readShard(text: string): Shard | undefined {
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text)?.map(Number) ?? [];
  return index === undefined || of === undefined || index > of ? undefined : { index, of };
}

import { SkillError } from "@skillwright/core";
import { systemClock } from "@skillwright/runtime";
import { runPool } from "../testing/run-pool.ts";
import { type BlindPair, compareRuns, pairForComparison } from "./compare-runs.ts";
import { copyInputs } from "./eval-inputs.ts";
import type { ComparisonOutcome, EvalHost, EvalOutcome, EvalStep, RunOutcome } from "./eval-outcome.ts";
import type { EvalPlan, EvalRun } from "./eval-plan.ts";
import { createFaultWatch, type EvalSession, stopReason } from "./eval-session.ts";
import { executeRun } from "./execute-run.ts";
import { finishIteration, startIteration } from "./iteration.ts";
import { findSavedResults } from "./saved-results.ts";
import { openStaging } from "./staging.ts";
import { withWorkspaceLock } from "./workspace-lock.ts";

/**
 * Executes a plan. Saves every finished run, so that the next invocation resumes where this one ended. Reports model
 * failures and stops in the outcome; throws a `SkillError` when files changed after the plan was made.
 */
export async function runEvals(plan: EvalPlan, host: EvalHost): Promise<EvalOutcome> {
  checkPlan(plan, host);
  const { clock = systemClock } = host;
  return withWorkspaceLock(plan.workspace, async () => {
    const staging = await openStaging(plan.request, clock);
    const inputs = await copyInputs(plan);
    // An unexpected error in one run must not leave the others running.
    const broken = new AbortController();
    const signal = AbortSignal.any([broken.signal, ...(host.signal ? [host.signal] : [])]);
    const faults = { agent: createFaultWatch(), judge: createFaultWatch() };
    const session = { plan, host, inputs, staging, clock, signal, faults };
    try {
      const started = clock.elapsed();
      await startIteration(plan, inputs);
      const made = await executeRuns(session, () => broken.abort());
      return finishIteration(made, { session, seconds: (clock.elapsed() - started) / 1000 });
    } finally {
      await staging.remove();
      await inputs.remove();
    }
  });
}

function checkPlan({ problems, request }: EvalPlan, { judge }: EvalHost): void {
  const [problem] = problems;
  if (problem) {
    const { file, range, message } = problem;
    throw new SkillError("config-invalid", { path: `${file}:${range.start.line}`, reason: message });
  }
  // Grades are saved under this name.
  if (judge?.label !== request.judgeLabel)
    throw new SkillError("option-invalid", {
      name: "judge",
      reason: `the plan is for ${request.judgeLabel ?? "none"}, found ${judge?.label ?? "none"}`,
    });
}

export type ExecutedRuns = {
  /** In the order of evals, configurations and runs. */
  readonly runs: readonly RunOutcome[];
  readonly comparisons: readonly ComparisonOutcome[];
};

/** Executes all runs of a plan, then all comparisons, concurrently. After a stop the rest is skipped. */
async function executeRuns(session: EvalSession, stopOthers: () => void): Promise<ExecutedRuns> {
  const { plan, host } = session;
  const pairs = pairForComparison(plan.request, plan.runs);
  const total = plan.runs.length + pairs.length;
  let done = 0;
  const tell = (step: EvalStep): void => {
    if (step.type !== "run-started") done += 1;
    host.onProgress?.({ ...step, done, total });
  };
  const inPool = <Item, Value>(items: readonly Item[], step: (item: Item) => Promise<Value>) =>
    runPool(items, host.jobs, (item) =>
      step(item).catch((error: unknown) => {
        stopOthers();
        throw error;
      }),
    );
  const runs = await inPool(plan.runs, (run) => doRun(run, session, tell));
  const compare = prepareComparing(runs, session);
  const comparisons = await inPool(pairs, async (pair) => {
    const outcome = await compare(pair);
    tell({ type: "comparison-ended", outcome });
    return outcome;
  });
  return { runs: sortRuns(runs, session), comparisons };
}

async function doRun(
  run: EvalRun,
  session: EvalSession,
  tell: (step: EvalStep) => void,
): Promise<RunOutcome> {
  const stop = stopReason(session);
  if (stop === undefined) tell({ type: "run-started", run });
  const outcome = stop === undefined ? await executeRun(run, session) : skip(run, stop);
  tell({ type: "run-ended", outcome });
  return outcome;
}

function skip(planned: EvalRun, reason: string): RunOutcome {
  return { planned, status: "skipped", kept: false, reason, usage: [], judgeUsage: [], spent: [] };
}

function prepareComparing(
  runs: readonly RunOutcome[],
  session: EvalSession,
): (pair: BlindPair) => Promise<ComparisonOutcome> {
  const { plan, host } = session;
  const { fresh } = plan.request;
  const kept = findSavedResults(host.fs, plan.workspace).comparisons.filter(
    ({ iteration }) => !fresh || iteration === plan.iteration,
  );
  const isThere = new Set(runs.filter((run) => "trialStatus" in run).map(({ planned }) => planned));
  const isKept = new Set(runs.filter((run) => run.kept).map(({ planned }) => planned));
  return async (pair) => {
    // A saved comparison is invalid once a run was repeated.
    const isSame = isKept.has(pair.A) && isKept.has(pair.B);
    const known = isSame ? kept.find(({ key }) => key === pair.key) : undefined;
    const isWhole = isThere.has(pair.A) && isThere.has(pair.B);
    const stop = isWhole ? stopReason(session) : "At least one of the two outputs is missing.";
    if (stop === undefined || (isWhole && known)) return compareRuns(pair, known, session);
    const sides = { A: pair.A.configuration.name, B: pair.B.configuration.name };
    return { task: pair.task, run: pair.run, sides, kept: false, reason: stop, spent: [] };
  };
}

function sortRuns(runs: readonly RunOutcome[], { plan }: EvalSession): readonly RunOutcome[] {
  const place = ({ planned }: RunOutcome): readonly number[] => [
    plan.tasks.indexOf(planned.task),
    plan.configurations.indexOf(planned.configuration),
    planned.run,
  ];
  return runs.toSorted((one, other) => {
    const [left, right] = [place(one), place(other)];
    return left.map((value, index) => value - (right[index] ?? 0)).find((gap) => gap !== 0) ?? 0;
  });
}

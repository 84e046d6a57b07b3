import { runPool } from "../testing/run-pool.ts";
import { compareRuns } from "./compare-runs.ts";
import { executeRun } from "./end-run.ts";
import type { ComparisonOutcome, EvalStep, RunOutcome } from "./eval-outcome.ts";
import type { EvalRun } from "./eval-plan.ts";
import { findSavedResults } from "./find-kept.ts";
import { type BlindPair, pairForComparison } from "./pair-runs-blindly.ts";
import { type EvalSession, stopReason } from "./running.ts";

export type ExecutedRuns = {
  /** In the order of evals, configurations and runs. */
  readonly runs: readonly RunOutcome[];
  readonly comparisons: readonly ComparisonOutcome[];
};

/** Executes all runs of a plan, then all comparisons, concurrently. After a stop the rest is skipped. */
export async function executeRuns(session: EvalSession, stopOthers: () => void): Promise<ExecutedRuns> {
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
  const nothing = { unjudged: 0, usage: [], judgeUsage: [], spent: [] };
  return { planned, status: "skipped", kept: false, reason, ...nothing };
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
  const isThere = new Set(
    runs.filter(({ trialStatus }) => trialStatus !== undefined).map(({ planned }) => planned),
  );
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

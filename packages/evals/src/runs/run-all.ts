import { runPool } from "../testing/run-pool.ts";
import { compareRuns } from "./compare-runs.ts";
import { endRun } from "./end-run.ts";
import type { ComparisonOutcome, EvalStep, RunOutcome } from "./eval-outcome.ts";
import type { EvalRun } from "./eval-plan.ts";
import { findKept } from "./find-kept.ts";
import { type BlindPair, pairRunsBlindly } from "./pair-runs-blindly.ts";
import { type Running, whyStopped } from "./running.ts";

export type MadeAll = {
  /** In the order of evals, configurations and runs. */
  readonly runs: readonly RunOutcome[];
  readonly comparisons: readonly ComparisonOutcome[];
};

/** Executes all runs of a plan, then all comparisons, concurrently. After a stop the rest is skipped. */
export async function runAll(running: Running, stopOthers: () => void): Promise<MadeAll> {
  const { plan, host } = running;
  const pairs = pairRunsBlindly(plan.request, plan.runs);
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
  const runs = await inPool(plan.runs, (run) => doRun(run, running, tell));
  const compare = prepareComparing(runs, running);
  const comparisons = await inPool(pairs, async (pair) => {
    const outcome = await compare(pair);
    tell({ type: "comparison-ended", outcome });
    return outcome;
  });
  return { runs: sortRuns(runs, running), comparisons };
}

async function doRun(run: EvalRun, running: Running, tell: (step: EvalStep) => void): Promise<RunOutcome> {
  const stop = whyStopped(running);
  if (stop === undefined) tell({ type: "run-started", run });
  const outcome = stop === undefined ? await endRun(run, running) : skip(run, stop);
  tell({ type: "run-ended", outcome });
  return outcome;
}

function skip(planned: EvalRun, reason: string): RunOutcome {
  const nothing = { unjudged: 0, usage: [], judgeUsage: [], spent: [] };
  return { planned, status: "skipped", kept: false, reason, ...nothing };
}

function prepareComparing(
  runs: readonly RunOutcome[],
  running: Running,
): (pair: BlindPair) => Promise<ComparisonOutcome> {
  const { plan, host } = running;
  const { fresh } = plan.request;
  const kept = findKept(host.fs, plan.workspace).comparisons.filter(
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
    const stop = isWhole ? whyStopped(running) : "At least one of the two outputs is missing.";
    if (stop === undefined || (isWhole && known)) return compareRuns(pair, known, running);
    const sides = { A: pair.A.configuration.name, B: pair.B.configuration.name };
    return { task: pair.task, run: pair.run, sides, kept: false, reason: stop, spent: [] };
  };
}

function sortRuns(runs: readonly RunOutcome[], { plan }: Running): readonly RunOutcome[] {
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

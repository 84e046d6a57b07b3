import { join } from "node:path";
import { aggregate, toRunResult } from "../formats/aggregate.ts";
import { type Benchmark, type Metric, type RunResult, toBenchmarkText } from "../formats/benchmark.ts";
import { critiqueRuns } from "../formats/critique-runs.ts";
import { gradingOf } from "../formats/grading.ts";
import { formatSignificance, pairRuns, significance } from "../formats/significance.ts";
import { toEvalReportText } from "../formats/uaaps-report.ts";

import { workspaceFiles } from "../formats/workspace.ts";
import type { ClaimedDifference, EvalOutcome, RunOutcome } from "./eval-outcome.ts";
import { describeOutcomes } from "./note-outcomes.ts";
import type { ExecutedRuns } from "./run-all.ts";
import { type EvalSession, stopReason } from "./running.ts";
import { sumTokens } from "./sum-tokens.ts";
import { toBenchmarkMarkdown } from "./to-benchmark-markdown.ts";
import { toCaseReport } from "./to-case-report.ts";
import { toTime } from "./write-run.ts";

/** Combines the results of all runs. Writes the result files only when nothing is missing. */
export function finishIteration(
  made: ExecutedRuns,
  { session, seconds }: { readonly session: EvalSession; readonly seconds: number },
): EvalOutcome {
  const { plan, clock } = session;
  const { runs, comparisons } = made;
  const results = runs.flatMap((run) => toResult(run) ?? []);
  const stopped = stopReason(session);
  const failed = runs.filter(({ status }) => status !== "graded");
  const isComplete = failed.length === 0 && comparisons.every(({ comparison }) => comparison !== undefined);
  const notes = [...plan.notes, ...describeOutcomes(made), ...critiqueRuns(results)];
  const timestamp = toTime(clock.now());
  const benchmark = toBenchmark(results, session, { notes, timestamp });
  const claims = plan.configurations.length > 1 ? claim(results, plan.request.seed) : undefined;
  const report = toCaseReport(runs, { session, seconds, timestamp });
  const outcome: EvalOutcome = {
    ...{ iteration: plan.iteration, iterationFolder: plan.iterationFolder },
    ...{ benchmark, runs, failed, comparisons, notes, isComplete },
    ...(claims ? { significance: claims } : {}),
    ...(report ? { report } : {}),
    ...(stopped === undefined || isComplete ? {} : { stopped }),
  };
  if (isComplete) writeResults(outcome, session);
  return outcome;
}

/** The measurements of a finished run; without grades it has no pass rate. */
function toResult({ planned, grading, seconds, usage, trialStatus }: RunOutcome): RunResult | undefined {
  if (trialStatus === undefined) return undefined;
  const { task, configuration, run } = planned;
  const { input, output } = sumTokens(usage);
  return toRunResult(
    {
      ...{ evalId: task.id, configuration: configuration.name, run },
      ...(task.name === undefined ? {} : { evalName: task.name }),
    },
    grading ?? gradingOf([]),
    { tokens: input + output, ...(seconds === undefined ? {} : { seconds }) },
  );
}

function toBenchmark(
  results: readonly RunResult[],
  { plan }: EvalSession,
  told: { readonly notes: readonly string[]; readonly timestamp: string },
): Benchmark {
  const { skill, modelLabel, judgeLabel } = plan.request;
  return aggregate(results, {
    ...told,
    ...{ skillName: skill.name, skillPath: skill.directory, executorModel: modelLabel },
    ...(judgeLabel === undefined ? {} : { analyzerModel: judgeLabel }),
  });
}

function claim(results: readonly RunResult[], seed: number): Readonly<Record<Metric, ClaimedDifference>> {
  const of = (metric: Metric): ClaimedDifference => {
    const found = significance(pairRuns(results, metric), { seed });
    return { ...found, sentence: formatSignificance(found, metric) };
  };
  return { passRate: of("passRate"), timeSeconds: of("timeSeconds"), tokens: of("tokens") };
}

function writeResults(outcome: EvalOutcome, { plan, host }: EvalSession): void {
  const { benchmark, report, iterationFolder } = outcome;
  const write = (name: string, text: string): void =>
    host.fs.write(join(iterationFolder, name), new TextEncoder().encode(text), { replacesLink: true });
  if (report) write("report.json", toEvalReportText(report));
  write("benchmark.md", toBenchmarkMarkdown(outcome));
  // Last, because its presence means that everything else is complete.
  write(workspaceFiles.benchmark, toBenchmarkText(benchmark, plan.request.dialect));
}

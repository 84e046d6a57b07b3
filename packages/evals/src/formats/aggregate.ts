import { compact } from "@skillwright/core/text";
import {
  type Benchmark,
  type BenchmarkMetadata,
  type ByConfiguration,
  deltaOf,
  type Metric,
  metrics,
  type RunResult,
} from "./benchmark.ts";
import type { Grading } from "./grading.ts";
import type { Timing } from "./run-measurements.ts";
import { meanOf, type Spread, spreadOf } from "./statistics.ts";
import type { EvalReport } from "./uaaps-report.ts";

export type AggregateOptions = Omit<BenchmarkMetadata, "evalsRun" | "runsPerConfiguration"> & {
  readonly notes?: readonly string[];
};

/** Aggregates runs into a benchmark: mean and spread per configuration, and the difference between them. */
export function aggregate(runs: readonly RunResult[], options: AggregateOptions = {}): Benchmark {
  const { notes = [], ...known } = options;
  const byConfiguration = Map.groupBy(runs, ({ configuration }) => configuration);
  const summarize = <Value>(of: (values: readonly number[]) => Value | undefined): ByConfiguration<Value> =>
    Object.fromEntries(
      [...byConfiguration].map(([configuration, group]) => [configuration, measure(group, of)]),
    );
  const summary = summarize(spreadOf);
  return compact<Benchmark>({
    metadata: {
      ...known,
      evalsRun: [...new Set(runs.map(({ evalId }) => evalId))],
      runsPerConfiguration: mostRuns(runs),
    },
    runs,
    summary,
    // From the exact means, so that the difference is rounded only once.
    delta: deltaOf(summarize(exactMean)),
    notes,
  });
}

function measure<Value>(
  runs: readonly RunResult[],
  of: (values: readonly number[]) => Value | undefined,
): Partial<Record<Metric, Value>> {
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const value = of(runs.flatMap((run) => run[metric] ?? []));
      return value === undefined ? [] : [[metric, value]];
    }),
  );
}

function exactMean(values: readonly number[]): Pick<Spread, "mean"> | undefined {
  return values.length === 0 ? undefined : { mean: meanOf(values) };
}

/** The largest number of runs any eval has in one configuration. */
function mostRuns(runs: readonly RunResult[]): number {
  const groups = Map.groupBy(runs, ({ evalId, configuration }) => JSON.stringify([evalId, configuration]));
  return Math.max(0, ...[...groups.values()].map((group) => group.length));
}

/** Combines the grading and timing of a run. */
export function toRunResult(
  run: Pick<RunResult, "evalId" | "evalName" | "configuration" | "run">,
  grading: Grading,
  timing: Timing = {},
): RunResult {
  const { summary, metrics, userNotes } = grading;
  return compact<RunResult>({
    evalId: run.evalId,
    evalName: run.evalName,
    configuration: run.configuration,
    run: run.run,
    passRate: summary.total === 0 ? undefined : summary.passRate,
    passed: summary.passed,
    failed: summary.failed,
    total: summary.total,
    // Characters of output are not tokens, so both numbers come from the timing.
    timeSeconds: timing.seconds ?? grading.timing?.seconds,
    tokens: timing.tokens ?? grading.timing?.tokens,
    toolCalls: metrics?.totalToolCalls,
    errors: metrics?.errors,
    grades: grading.grades,
    notes: [...userNotes.uncertainties, ...userNotes.needsReview, ...userNotes.workarounds],
  });
}

/** Converts a UAAPS report to a benchmark for comparison. Skipped cases are left out. */
export function toReportBenchmark({ cases, agent, timestamp, package: { name } }: EvalReport): Benchmark {
  const runs = cases
    .filter(({ verdict }) => verdict !== "SKIP")
    .map(({ name, verdict, durationSeconds, judged }) => {
      const passed = verdict === "PASS" ? 1 : 0;
      return {
        evalId: name,
        configuration: "with_skill",
        run: 1,
        passRate: passed,
        passed,
        failed: 1 - passed,
        total: 1,
        ...compact({ timeSeconds: durationSeconds }),
        grades: [{ text: name, passed: passed === 1, evidence: judged?.reason ?? "" }],
        notes: [],
      };
    });
  return aggregate(runs, {
    skillName: name,
    timestamp,
    ...compact({ executorModel: agent.model }),
  });
}

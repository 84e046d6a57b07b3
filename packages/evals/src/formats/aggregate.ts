import { compact } from "@skillwright/core/text";
import {
  type Benchmark,
  type BenchmarkMetadata,
  type Delta,
  type Metric,
  metrics,
  type RunResult,
} from "./benchmark.ts";
import { rolesOf } from "./roles.ts";
import { meanOf, roundTo, type Spread, spreadOf } from "./statistics.ts";

export type AggregateOptions = Omit<BenchmarkMetadata, "evalsRun" | "runsPerConfiguration"> & {
  readonly notes?: readonly string[];
};

/** Aggregates runs into a benchmark: mean and spread per configuration, and the difference between them. */
export function aggregate(runs: readonly RunResult[], options: AggregateOptions = {}): Benchmark {
  const { notes = [], ...known } = options;
  const byConfiguration = Map.groupBy(runs, ({ configuration }) => configuration);
  const summarise = <Value>(of: (values: readonly number[]) => Value | undefined): ByConfiguration<Value> =>
    Object.fromEntries(
      [...byConfiguration].map(([configuration, group]) => [configuration, measure(group, of)]),
    );
  const summary = summarise(spreadOf);
  return compact<Benchmark>({
    metadata: {
      ...known,
      evalsRun: [...new Set(runs.map(({ evalId }) => evalId))],
      runsPerConfiguration: mostRuns(runs),
    },
    runs,
    summary,
    // From the exact means, so that the difference is rounded only once.
    delta: deltaOf(summarise(exactMean)),
    notes,
  });
}

type ByConfiguration<Value> = Readonly<Record<string, Readonly<Partial<Record<Metric, Value>>>>>;

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

/** Subject minus baseline for each metric measured on both sides; undefined when a side is missing. */
export function deltaOf(summary: ByConfiguration<Pick<Spread, "mean">>): Delta | undefined {
  const { subject, baseline } = rolesOf(Object.keys(summary));
  if (subject === undefined || baseline === undefined) return undefined;
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const one = summary[subject]?.[metric];
      const other = summary[baseline]?.[metric];
      return one && other ? [[metric, roundTo(one.mean - other.mean, 4)]] : [];
    }),
  );
}

/** The largest number of runs any eval has in one configuration. */
function mostRuns(runs: readonly RunResult[]): number {
  const groups = Map.groupBy(runs, ({ evalId, configuration }) => JSON.stringify([evalId, configuration]));
  return Math.max(0, ...[...groups.values()].map((group) => group.length));
}

import { compact } from "../parse/node-readers.ts";
import {
  type Benchmark,
  type BenchmarkMetadata,
  type ConfigurationSummary,
  type Delta,
  type Metric,
  metrics,
  type RunResult,
} from "./benchmark.ts";
import { rolesOf } from "./roles.ts";
import { roundTo, spreadOf } from "./statistics.ts";

export type AggregateOptions = Omit<BenchmarkMetadata, "evalsRun" | "runsPerConfiguration"> & {
  readonly notes?: readonly string[];
};

/** Runs to a benchmark: spreads for each configuration, and the difference that the skill makes. */
export function aggregate(runs: readonly RunResult[], options: AggregateOptions = {}): Benchmark {
  const { notes = [], ...known } = options;
  const byConfiguration = Map.groupBy(runs, ({ configuration }) => configuration);
  const summary = Object.fromEntries(
    [...byConfiguration].map(([configuration, group]) => [configuration, summarise(group)]),
  );
  return compact<Benchmark>({
    metadata: {
      ...known,
      evalsRun: [...new Set(runs.map(({ evalId }) => evalId))],
      runsPerConfiguration: mostRuns(runs),
    },
    runs,
    summary,
    delta: deltaOf(summary),
    notes,
  });
}

function summarise(runs: readonly RunResult[]): ConfigurationSummary {
  const spread = (metric: Metric): ReturnType<typeof spreadOf> =>
    spreadOf(runs.flatMap((run) => run[metric] ?? []));
  return compact<ConfigurationSummary>({
    passRate: spread("passRate"),
    timeSeconds: spread("timeSeconds"),
    tokens: spread("tokens"),
  });
}

/** Subject minus baseline, of what was measured on both sides; undefined when a side is missing. */
export function deltaOf(summary: Benchmark["summary"]): Delta | undefined {
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

/** How often an eval was run in a configuration; where a run is missing, what the others had. */
function mostRuns(runs: readonly RunResult[]): number {
  const groups = Map.groupBy(runs, ({ evalId, configuration }) => JSON.stringify([evalId, configuration]));
  return Math.max(0, ...[...groups.values()].map((group) => group.length));
}

import { compact } from "@skillwright/core/text";
import { type Benchmark, type Metric, type RunResult, rolesOf } from "./benchmark.ts";
import type { EvalId } from "./evals-json.ts";
import { meansOf, type Significance, significance } from "./significance.ts";

import { meanOf, roundTo } from "./statistics.ts";

/** What changed between two benchmarks. */
export type BenchmarkComparison = {
  readonly metrics: Readonly<Record<Metric, Change>>;
  /** Empty when a benchmark has no runs, as in the guide's dialect. */
  readonly evals: readonly (Change & { readonly evalId: EvalId; readonly evalName?: string })[];
  /** Statements whose pass rate changed. */
  readonly assertions: readonly (Change & { readonly evalId: EvalId; readonly text: string })[];
  /** Computed over the pass rates of the evals in both benchmarks. */
  readonly significance: Significance;
};

/** A side is absent when that benchmark has no value. */
export type Change = { readonly before?: number; readonly after?: number; readonly difference?: number };

/** Compares the runs with the skill in two benchmarks and ignores the runs without it. */
export function compareBenchmarks(
  before: Benchmark,
  after: Benchmark,
  { seed }: { readonly seed: number },
): BenchmarkComparison {
  const one = subjectOf(before);
  const other = subjectOf(after);
  const evals = compareEvals(one.runs, other.runs);
  const pairs = evals.flatMap((row) =>
    row.before === undefined || row.after === undefined ? [] : [{ subject: row.after, baseline: row.before }],
  );
  const change = (metric: Metric): Change =>
    toChange(one.summary?.[metric]?.mean, other.summary?.[metric]?.mean);
  return {
    metrics: { passRate: change("passRate"), timeSeconds: change("timeSeconds"), tokens: change("tokens") },
    evals,
    assertions: compareAssertions(one.runs, other.runs),
    significance: significance(pairs, { seed }),
  };
}

type Subject = {
  readonly runs: readonly RunResult[];
  readonly summary: Benchmark["summary"][string] | undefined;
};

function subjectOf({ runs, summary }: Benchmark): Subject {
  // Without the usual names, fall back to the first configuration.
  const name = rolesOf(Object.keys(summary)).subject ?? Object.keys(summary)[0];
  return {
    runs: runs.filter(({ configuration }) => configuration === name),
    summary: name === undefined ? undefined : summary[name],
  };
}

function compareEvals(one: readonly RunResult[], other: readonly RunResult[]): BenchmarkComparison["evals"] {
  const before = meansOf(one, "passRate");
  const after = meansOf(other, "passRate");
  const names = new Map([...one, ...other].map(({ evalId, evalName }) => [evalId, evalName]));
  return [...names].map(([evalId, evalName]) =>
    compact<BenchmarkComparison["evals"][number]>({
      evalId,
      evalName,
      before: undefined,
      after: undefined,
      difference: undefined,
      ...toChange(before.get(evalId), after.get(evalId)),
    }),
  );
}

function compareAssertions(
  one: readonly RunResult[],
  other: readonly RunResult[],
): BenchmarkComparison["assertions"] {
  const before = sharesOf(one);
  const after = sharesOf(other);
  return [...after].flatMap(([key, { evalId, text, share }]) => {
    const change = toChange(before.get(key)?.share, share);
    return change.difference === undefined || change.difference === 0 ? [] : [{ evalId, text, ...change }];
  });
}

type Share = { readonly evalId: EvalId; readonly text: string; readonly share: number };

function sharesOf(runs: readonly RunResult[]): ReadonlyMap<string, Share> {
  const grades = runs.flatMap(({ evalId, grades }) => grades.map((grade) => ({ evalId, ...grade })));
  const groups = Map.groupBy(grades, ({ evalId, text }) => JSON.stringify([evalId, text]));
  return new Map(
    [...groups].flatMap(([key, group]) => {
      const [first] = group;
      const share = meanOf(group.map(({ passed }) => (passed ? 1 : 0)));
      return first ? [[key, { evalId: first.evalId, text: first.text, share }]] : [];
    }),
  );
}

function toChange(before: number | undefined, after: number | undefined): Change {
  const both = before !== undefined && after !== undefined;
  return compact<Change>({ before, after, difference: both ? roundTo(after - before, 4) : undefined });
}

import type { Metric, RunResult } from "./benchmark.ts";
import type { EvalId } from "./output-eval.ts";
import { rolesOf } from "./roles.ts";
import { meanOf } from "./statistics.ts";

/** One eval on both sides, each the mean of its runs. */
export type Pair = { readonly evalId: EvalId; readonly subject: number; readonly baseline: number };

/** Pairs the evals measured on both sides: with and without the skill, or with the new and the old version. */
export function pairRuns(runs: readonly RunResult[], metric: Metric = "passRate"): readonly Pair[] {
  const { subject, baseline } = rolesOf(runs.map(({ configuration }) => configuration));
  const after = meansOf(
    runs.filter(({ configuration }) => configuration === subject),
    metric,
  );
  const before = meansOf(
    runs.filter(({ configuration }) => configuration === baseline),
    metric,
  );
  return [...after].flatMap(([evalId, mean]) => {
    const other = before.get(evalId);
    return other === undefined ? [] : [{ evalId, subject: mean, baseline: other }];
  });
}

/** The mean of each eval's measured runs. */
export function meansOf(runs: readonly RunResult[], metric: Metric): ReadonlyMap<EvalId, number> {
  const groups = Map.groupBy(runs, ({ evalId }) => evalId);
  return new Map(
    [...groups].flatMap(([evalId, group]) => {
      const values = group.flatMap((run) => run[metric] ?? []);
      return values.length === 0 ? [] : [[evalId, meanOf(values)]];
    }),
  );
}

import { type Metric, type RunResult, rolesOf } from "./benchmark.ts";
import type { EvalId } from "./evals-json.ts";
import { formatsLimits } from "./limits.ts";
import { bootstrapInterval, createRandom, type Interval, meanOf, roundTo } from "./statistics.ts";

/** Whether a difference is statistically significant. */
export type Significance = {
  /** The probability of a difference this large by chance; 1 when there is none. */
  readonly p: number;
  /** `exact` enumerates all sign flips, `monte-carlo` samples them. */
  readonly method: "exact" | "monte-carlo";
  readonly pairs: number;
  /** The mean over evals of subject minus baseline. */
  readonly difference: number;
  /** The 95 % confidence interval of the difference; absent with fewer than two pairs. */
  readonly interval?: Interval;
};

export type SignificanceOptions = { readonly seed: number };

/**
 * A paired permutation test. If the skill made no difference, each eval could as well have come out the other way
 * around; p is the share of such outcomes at least as extreme as the observed one.
 */
export function significance(
  pairs: readonly Pick<Pair, "subject" | "baseline">[],
  { seed }: SignificanceOptions,
): Significance {
  // Sorted, so that sampling does not depend on the order of the evals.
  const differences = pairs.map(differenceOf).toSorted((one, other) => one - other);
  // Flipping the sign of 0 changes nothing.
  const moved = differences.filter((difference) => difference !== 0);
  const isFew = moved.length <= formatsLimits.evalExactPairs;
  const interval = bootstrapInterval(differences, seed);
  return {
    p: isFew ? exactShare(moved) : drawnShare(moved, createRandom(seed)),
    method: isFew ? "exact" : "monte-carlo",
    pairs: pairs.length,
    difference: pairs.length === 0 ? 0 : meanOf(differences),
    ...(interval ? { interval } : {}),
  };
}

/** Files round to four places, so a difference within that rounding error counts as 0. */
function differenceOf({ subject, baseline }: Pick<Pair, "subject" | "baseline">): number {
  const difference = subject - baseline;
  return Math.abs(difference) > 1.000001e-4 ? difference : 0;
}

/** Enumerates all sign flips in Gray code order, where each step changes one sign. */
function exactShare(differences: readonly number[]): number {
  const { isExtreme, sum } = extremeOf(differences);
  const signed = [...differences];
  const outcomes = 2 ** signed.length;
  let total = sum;
  let extreme = 1;
  for (let step = 1; step < outcomes; step++) {
    const at = 31 - Math.clz32(step & -step);
    const value = signed[at] ?? 0;
    total -= 2 * value;
    signed[at] = -value;
    if (isExtreme(total)) extreme++;
  }
  return extreme / outcomes;
}

function drawnShare(differences: readonly number[], random: () => number): number {
  const { isExtreme } = extremeOf(differences);
  let extreme = 0;
  for (let draw = 0; draw < formatsLimits.evalShuffles; draw++) {
    const total = differences.reduce((sum, value) => sum + (random() < 0.5 ? value : -value), 0);
    if (isExtreme(total)) extreme++;
  }
  // The observed outcome counts as one of them, so p is never 0.
  return (extreme + 1) / (formatsLimits.evalShuffles + 1);
}

function extremeOf(differences: readonly number[]): {
  readonly sum: number;
  readonly isExtreme: (total: number) => boolean;
} {
  const sum = differences.reduce((total, value) => total + value, 0);
  // Floating-point sums depend on the order of addition.
  const slack = 1e-9 * differences.reduce((total, value) => total + Math.abs(value), 0);
  return { sum, isExtreme: (total) => Math.abs(total) >= Math.abs(sum) - slack };
}

/** One eval on both sides, each the mean of its runs. */
type Pair = { readonly evalId: EvalId; readonly subject: number; readonly baseline: number };

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

/** The usual significance level. */
const level = 0.05;
/** With fewer pairs even the most extreme outcome is not significant: 2 of 2⁵ outcomes are 0.0625. */
const fewestPairs = 6;

/** States in one sentence what a difference allows to claim. */
export function formatSignificance(significance: Significance, metric: Metric = "passRate"): string {
  const { p, pairs, difference, interval } = significance;
  const cases = `${pairs} ${pairs === 1 ? "case" : "cases"}`;
  if (pairs === 0) return "No difference can be claimed: no case was measured on both sides.";
  const found = describeDifference(difference, metric);
  const chance = formatChance(p);
  if (pairs < fewestPairs)
    return `No difference can be claimed from ${cases}, at least ${fewestPairs} are needed: ${found} (${chance}).`;
  if (p >= level) return `No difference can be claimed from ${cases}: ${found} (${chance}).`;
  const range = interval ? `, 95 % between ${describeInterval(interval, metric)}` : "";
  return `Over ${cases} ${found} (${chance}${range}).`;
}

function describeDifference(difference: number, metric: Metric): string {
  const { noun, unit, least } = words[metric];
  if (Math.abs(difference) < 1e-9) return `the ${noun} is the same`;
  const size = Math.abs(roundOff(difference, metric));
  const much = size === 0 ? `less than ${least} ${unit}` : amount(size, metric);
  return `the ${noun} is ${much} ${difference > 0 ? "higher" : "lower"}`;
}

/** Both ends with their direction; when they share it, the end closer to zero comes first. */
function describeInterval(interval: Interval, metric: Metric): string {
  const low = roundOff(interval.low, metric);
  const high = roundOff(interval.high, metric);
  if (low >= 0) return `${amount(low, metric)} and ${amount(high, metric)} higher`;
  if (high <= 0) return `${amount(-high, metric)} and ${amount(-low, metric)} lower`;
  return `${amount(-low, metric)} lower and ${amount(high, metric)} higher`;
}

const words = {
  passRate: { noun: "pass rate", unit: "point", many: "points", factor: 100, digits: 0, least: "1" },
  timeSeconds: { noun: "time", unit: "s", many: "s", factor: 1, digits: 1, least: "0.1" },
  tokens: { noun: "number of tokens", unit: "token", many: "tokens", factor: 1, digits: 0, least: "1" },
} as const;

/** Converts to the displayed unit and rounds to its digits. */
function roundOff(value: number, metric: Metric): number {
  const { factor, digits } = words[metric];
  return roundTo(value * factor, digits);
}

function amount(rounded: number, metric: Metric): string {
  const { unit, many, digits } = words[metric];
  const size = Math.abs(rounded);
  return `${size.toFixed(digits)} ${size === 1 ? unit : many}`;
}

/** Two significant digits; anything below a thousandth is `p < 0.001`. */
function formatChance(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

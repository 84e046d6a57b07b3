import { bootstrapInterval, type Interval } from "./bootstrap-interval.ts";
import { formatsLimits } from "./limits.ts";
import type { Pair } from "./pair-runs.ts";
import { createRandom } from "./random.ts";
import { meanOf } from "./statistics.ts";

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

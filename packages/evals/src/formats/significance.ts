import { bootstrapInterval, type Interval } from "./bootstrap-interval.ts";
import { formatsLimits } from "./limits.ts";
import type { Pair } from "./pair-runs.ts";
import { createRandom } from "./random.ts";
import { meanOf } from "./statistics.ts";

/** Whether a difference is more than chance would give. */
export type Significance = {
  /** How often chance alone would give a difference this large; 1 when there is none. */
  readonly p: number;
  /** All changes of signs, or so many that were drawn. */
  readonly method: "exact" | "monte-carlo";
  readonly pairs: number;
  /** The mean of subject minus baseline over evals. */
  readonly difference: number;
  /** Where the difference lies with 95 %; absent with fewer than two pairs. */
  readonly interval?: Interval;
};

export type SignificanceOptions = { readonly seed: number };

/**
 * A paired permutation test. If the skill made no difference, each eval could as well have come out the other way round; p
 * is the share of such outcomes that are at least as extreme as what was seen.
 */
export function significance(
  pairs: readonly Pick<Pair, "subject" | "baseline">[],
  { seed }: SignificanceOptions,
): Significance {
  // In order, so that what is drawn does not depend on how the evals were listed.
  const differences = pairs.map(differenceOf).toSorted((one, other) => one - other);
  // An eval without a difference is the same the other way round.
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

/** Files have their numbers rounded to four places, so that each side may be half of the last one off; such a difference is none. */
function differenceOf({ subject, baseline }: Pick<Pair, "subject" | "baseline">): number {
  const difference = subject - baseline;
  return Math.abs(difference) > 1.000001e-4 ? difference : 0;
}

/** The share among all changes of signs. Each differs from the one before in one sign (Gray's order), so one step is one sum. */
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
  // What was seen is one of the outcomes, so p is never 0.
  return (extreme + 1) / (formatsLimits.evalShuffles + 1);
}

function extremeOf(differences: readonly number[]): {
  readonly sum: number;
  readonly isExtreme: (total: number) => boolean;
} {
  const sum = differences.reduce((total, value) => total + value, 0);
  // Sums of fractions in another order differ in the last digits.
  const slack = 1e-9 * differences.reduce((total, value) => total + Math.abs(value), 0);
  return { sum, isExtreme: (total) => Math.abs(total) >= Math.abs(sum) - slack };
}

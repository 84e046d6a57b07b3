import { rankOf } from "./random.ts";
import type { TriggerQuery } from "./trigger-query.ts";

export type QuerySplit = {
  /** What edits of the description may go by. */
  readonly train: readonly TriggerQuery[];
  /** What the best of them is chosen by. */
  readonly validation: readonly TriggerQuery[];
};

export type SplitOptions = {
  readonly seed: number;
  /** The share that is held back: 0.4 in both dialects. */
  readonly holdout?: number;
};

/**
 * Splits queries, those that should trigger and those that should not each by the same share. The split is fixed: a query's
 * place comes from its own text and the seed, so that neither order nor a new neighbour shuffles the others.
 */
export function splitQueries(
  queries: readonly TriggerQuery[],
  { seed, holdout = 0.4 }: SplitOptions,
): QuerySplit {
  const heldBack = new Set(
    [true, false].flatMap((side) => {
      const texts = new Set(queries.filter((one) => one.shouldTrigger === side).map(({ query }) => query));
      const ranked = [...texts].toSorted((one, other) => compare(one, other, seed));
      return ranked.slice(0, countHeldBack(ranked.length, holdout)).map((query) => keyOf(query, side));
    }),
  );
  const isHeldBack = ({ query, shouldTrigger }: TriggerQuery): boolean =>
    heldBack.has(keyOf(query, shouldTrigger));
  return {
    train: queries.filter((query) => !isHeldBack(query)),
    validation: queries.filter(isHeldBack),
  };
}

function compare(one: string, other: string, seed: number): number {
  const difference = rankOf(one, seed) - rankOf(other, seed);
  if (difference !== 0) return difference;
  return one < other ? -1 : 1;
}

function keyOf(query: string, shouldTrigger: boolean): string {
  return `${shouldTrigger ? "+" : "-"}${query}`;
}

/** At least one on each side of the split where there are two; a single query is for training. */
function countHeldBack(count: number, holdout: number): number {
  return Math.max(0, Math.min(count - 1, Math.max(1, Math.round(count * holdout))));
}

import { rankOf } from "./random.ts";
import type { TriggerQuery } from "./trigger-query.ts";

export type QuerySplit = {
  /** The queries that may guide edits of the description. */
  readonly train: readonly TriggerQuery[];
  /** The queries that select the best description. */
  readonly validation: readonly TriggerQuery[];
};

export type SplitOptions = {
  readonly seed: number;
  /** The share held back for validation: 0.4 in both dialects. */
  readonly holdout?: number;
};

/**
 * Splits queries, keeping the share of those that should trigger in both parts. The split is stable: a query's part
 * depends only on its text and the seed, not on the order or on other queries.
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

/** At least one query on each side when there are two; a single query is used for training. */
function countHeldBack(count: number, holdout: number): number {
  return Math.max(0, Math.min(count - 1, Math.max(1, Math.round(count * holdout))));
}

import { confidenceOf } from "./confidence.ts";
import { searchLimits } from "./limits.ts";
import { rankCandidates } from "./rank-candidates.ts";
import type { SearchIndex } from "./search-index.ts";

export type RankedSkill = {
  /** Position of the skill in insertion order. */
  readonly ordinal: number;
  /** Probability that this is the wanted skill, comparable across libraries of any size. */
  readonly score: number;
};
export type RankOptions = {
  readonly limit: number;
  /** Drops results below this score; use `searchDefaults.threshold` for unsolicited suggestions. */
  readonly threshold?: number;
};

/** This threshold keeps most correct answers and rejects most unrelated requests (0010-search.md). */
export const searchDefaults = { limit: 10, threshold: 0.15 } as const;

/** Ranks skills for a query, best first; ties keep insertion order. */
export function rankSkills(
  index: SearchIndex,
  query: string,
  { limit, threshold = 0 }: RankOptions,
): readonly RankedSkill[] {
  const most = Math.min(limit, searchLimits.searchResults);
  let previous = 1;
  const ranked: RankedSkill[] = [];
  for (const { ordinal, features } of rankCandidates(index, query, most)) {
    // Scores never increase down the list, so that a threshold cuts off the end.
    previous = Math.min(previous, confidenceOf(features));
    if (ranked.length >= most || previous < threshold) break;
    ranked.push({ ordinal, score: previous });
  }
  return ranked;
}

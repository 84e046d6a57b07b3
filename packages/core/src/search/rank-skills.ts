import { limits } from "../limits.ts";
import { confidenceOf } from "./confidence.ts";
import { judgeCandidates } from "./judge-candidates.ts";
import type { SearchIndex } from "./search-index.ts";

export type RankedSkill = {
  /** The skill's place in the order of adding. */
  readonly ordinal: number;
  /** How likely it is what was asked for, from 0 to 1, whatever the size of the library. */
  readonly score: number;
};
export type RankOptions = {
  readonly limit: number;
  /** Leave out results below this score; `searchDefaults.threshold` is meant for unasked suggestions. */
  readonly threshold?: number;
};

/** At this threshold most right answers stay and most requests for something else get none (0010-search.md). */
export const searchDefaults = { limit: 10, threshold: 0.15 } as const;

/** The skills that answer a request, best first; equal ones in the order of adding. */
export function rankSkills(
  index: SearchIndex,
  query: string,
  { limit, threshold = 0 }: RankOptions,
): readonly RankedSkill[] {
  const most = Math.min(limit, limits.searchResults);
  let previous = 1;
  const ranked: RankedSkill[] = [];
  for (const { ordinal, features } of judgeCandidates(index, query, most)) {
    // A later result never scores above an earlier one, so that cutting at a score keeps the order.
    previous = Math.min(previous, confidenceOf(features));
    if (ranked.length >= most || previous < threshold) break;
    ranked.push({ ordinal, score: previous });
  }
  return ranked;
}

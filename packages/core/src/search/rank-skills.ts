import { limits } from "../limits.ts";
import { judgeCandidates } from "./judge-candidates.ts";
import type { SearchIndex } from "./search-index.ts";

export type RankedSkill = { readonly ordinal: number; readonly score: number };
export type RankOptions = { readonly limit: number };

/** `threshold`: results below it are no answer; docs/decisions/0010-search.md tells what it lets through. */
export const searchDefaults = { limit: 10, threshold: 0.1 } as const;

/** The skills that answer a request, best first; equal ones in the order of adding. */
export function rankSkills(
  index: SearchIndex,
  query: string,
  { limit }: RankOptions,
): readonly RankedSkill[] {
  return judgeCandidates(index, query)
    .slice(0, Math.min(limit, limits.searchResults))
    .map(({ ordinal, rank }) => ({ ordinal, score: 1 / (1 + Math.exp(-rank)) }));
}

import { analyzeQuery } from "./analyze-query.ts";
import { findCandidates } from "./find-candidates.ts";
import { searchLimits } from "./limits.ts";
import { computeStatistics, weightQuery } from "./query-statistics.ts";
import { type Features, featureNames, featuresOf } from "./ranking-features.ts";
import { rankingWeights } from "./ranking-weights.ts";
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
  /** Order of two skills, by ordinal, that rank the same; by default the order of insertion. */
  readonly compareTies?: (a: number, b: number) => number;
};

/** This threshold keeps most correct answers and rejects most unrelated requests (0010-search.md). */
export const searchDefaults = { limit: 10, threshold: 0.15 } as const;

/** Ranks skills for a query, best first. */
export function rankSkills(
  index: SearchIndex,
  query: string,
  { limit, threshold = 0, compareTies }: RankOptions,
): readonly RankedSkill[] {
  const most = Math.min(limit, searchLimits.searchResults);
  let previous = 1;
  const ranked: RankedSkill[] = [];
  for (const { ordinal, features } of rankCandidates(index, query, { wanted: most, compareTies })) {
    // Scores never increase down the list, so that a threshold cuts off the end.
    previous = Math.min(previous, confidenceOf(features));
    if (ranked.length >= most || previous < threshold) break;
    ranked.push({ ordinal, score: previous });
  }
  return ranked;
}

/** Candidates passed to the second stage; more if more results are requested. */
const candidateCount = 100;

type RankedCandidate = { readonly ordinal: number; readonly rank: number; readonly features: Features };

type CandidateOptions = {
  readonly wanted?: number;
  readonly compareTies?: RankOptions["compareTies"] | undefined;
};

/** Second stage: the best candidates for a query in their final order, with their features. */
export function rankCandidates(
  index: SearchIndex,
  query: string,
  { wanted = 0, compareTies = byInsertion }: CandidateOptions = {},
): readonly RankedCandidate[] {
  const weighted = weightQuery(analyzeQuery(query), index);
  const found = findCandidates(weighted, index, Math.max(candidateCount, wanted));
  const request = { query: weighted, statistics: computeStatistics(weighted, index, found) };
  const ranked = found.candidates.flatMap((candidate) => {
    const segment = index.parts[candidate.part]?.segment;
    if (segment === undefined) return [];
    const features = featuresOf(segment, candidate, request);
    return [{ ordinal: candidate.ordinal, rank: rankOf(features), features }];
  });
  return ranked.sort((a, b) => b.rank - a.rank || compareTies(a.ordinal, b.ordinal));
}

function byInsertion(a: number, b: number): number {
  return a - b;
}

function rankOf(features: Features): number {
  let rank = 0;
  for (const name of featureNames) rank += rankingWeights[name] * features[name];
  return rank;
}

/**
 * Probability that a skill is the wanted one: a logistic regression on features that do not depend on the size of the
 * library, learned on libraries of 10 to 5,000 skills with and without the wanted one.
 */
export function confidenceOf({ covered, leadCovered, pairs, nameAnswered }: Features): number {
  const evidence = -4.31 + 1.8 * covered + 2.25 * leadCovered + 2.89 * pairs + 1.09 * nameAnswered;
  return 1 / (1 + Math.exp(-evidence));
}

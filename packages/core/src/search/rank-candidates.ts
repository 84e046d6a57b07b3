import { analyzeQuery } from "./analyze-query.ts";
import { findCandidates } from "./find-candidates.ts";
import { computeStatistics } from "./query-statistics.ts";
import { featureNames, featuresOf } from "./ranking-features.ts";
import { rankingWeights } from "./ranking-weights.ts";
import type { SearchIndex } from "./search-index.ts";
import { weightQuery } from "./weight-query.ts";

/** Candidates passed to the second stage; more if more results are requested. */
const candidateCount = 100;
const weights = featureNames.map((name) => rankingWeights[name]);

type RankedCandidate = { readonly ordinal: number; readonly rank: number; readonly features: Float64Array };

/** Second stage: the best candidates for a query in their final order, with their features. */
export function rankCandidates(index: SearchIndex, query: string, wanted = 0): readonly RankedCandidate[] {
  const weighted = weightQuery(analyzeQuery(query), index);
  const found = findCandidates(weighted, index, Math.max(candidateCount, wanted));
  const request = { query: weighted, statistics: computeStatistics(weighted, index, found) };
  const ranked = found.candidates.flatMap((candidate) => {
    const segment = index.parts[candidate.part]?.segment;
    if (segment === undefined) return [];
    const features = featuresOf(segment, candidate, request);
    return [{ ordinal: candidate.ordinal, rank: dot(features, weights), features }];
  });
  return ranked.sort((a, b) => b.rank - a.rank || a.ordinal - b.ordinal);
}

function dot(features: Float64Array, factors: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (factors[index] ?? 0), 0);
}

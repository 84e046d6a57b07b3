import { analyseQuery } from "./analyse-query.ts";
import { findCandidates } from "./find-candidates.ts";
import { gatherStatistics } from "./query-statistics.ts";
import { featureNames, featuresOf } from "./ranking-features.ts";
import { rankingWeights } from "./ranking-weights.ts";
import type { SearchIndex } from "./search-index.ts";
import { weighTerms } from "./weigh-terms.ts";

/** Candidates passed to the second stage; more if more results are requested. */
const candidateCount = 100;
const weights = featureNames.map((name) => rankingWeights[name]);

type Judged = { readonly ordinal: number; readonly rank: number; readonly features: Float64Array };

/** Second stage: the best candidates for a query in their final order, with their features. */
export function judgeCandidates(index: SearchIndex, query: string, wanted = 0): readonly Judged[] {
  const weighed = weighTerms(analyseQuery(query), index);
  const found = findCandidates(weighed, index, Math.max(candidateCount, wanted));
  const asked = { query: weighed, statistics: gatherStatistics(weighed, index, found) };
  const judged = found.candidates.flatMap((candidate) => {
    const segment = index.parts[candidate.part]?.segment;
    if (segment === undefined) return [];
    const features = featuresOf(segment, candidate, asked);
    return [{ ordinal: candidate.ordinal, rank: dot(features, weights), features }];
  });
  return judged.sort((a, b) => b.rank - a.rank || a.ordinal - b.ordinal);
}

function dot(features: Float64Array, factors: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (factors[index] ?? 0), 0);
}

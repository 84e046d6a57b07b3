import type { Candidate, TermUse } from "./find-candidates.ts";
import type { SearchIndex } from "./search-index.ts";
import { findPosting } from "./segment.ts";
import { leadBits } from "./term-counts.ts";
import { inverseFrequency, type WeightedQuery } from "./weight-query.ts";

/** One term's weights for the features of the second stage. */
type TermWeights = {
  readonly weight: number;
  /** Higher for terms used in names and descriptions. */
  readonly topical: number;
  /** The same for all terms. */
  readonly even: number;
  /** Higher for rare terms. */
  readonly rare: number;
  /** Higher for terms that distinguish the best candidates. */
  readonly local: number;
  readonly lead: number;
  readonly leadLocal: number;
  /** Share of all words in the library. */
  readonly background: number;
};
export type QueryStatistics = {
  readonly terms: readonly TermWeights[];
  readonly totals: TermWeights;
  /** The three terms with the highest weight. */
  readonly rarest: { readonly count: number; readonly weight: number };
  readonly bestScore: number;
  readonly size: number;
};

/** Candidates that local weights are computed from. */
const localMost = 50;

export function computeStatistics(
  query: WeightedQuery,
  index: SearchIndex,
  { candidates, uses }: { readonly candidates: readonly Candidate[]; readonly uses: readonly TermUse[] },
): QueryStatistics {
  const size = index.nextOrdinal;
  const words = wordsOf(index);
  const near = candidates.slice(0, localMost);
  const terms = query.terms.map(({ weight, frequency, documents, positions }, place) => {
    const use = uses[place] ?? { lead: 0, total: 0 };
    const local = { any: 0, lead: 0 };
    for (const { part, document } of near) {
      const segment = index.parts[part]?.segment;
      const at = segment ? findPosting(segment, positions[part] ?? -1, document) : -1;
      if (at < 0) continue;
      local.any++;
      if (((segment?.counts[at] ?? 0) & leadBits) !== 0) local.lead++;
    }
    return {
      weight,
      topical: weight * Math.sqrt((use.lead + 0.3) / (documents + 3)),
      even: frequency,
      rare: (weight * inverseFrequency(documents, size)) / 5,
      local: weight * Math.log(1 + localMost / (local.any + 1)),
      lead: inverseFrequency(use.lead, size),
      leadLocal: weight * Math.log(1 + localMost / (local.lead + 1)),
      background: (use.total + 0.5) / words,
    };
  });
  const rarest = query.terms.slice(0, 3);
  return {
    terms,
    totals: sumOf(terms, query.total),
    rarest: { count: rarest.length, weight: rarest.reduce((sum, { weight }) => sum + weight, 0) || 1 },
    bestScore: candidates[0]?.score || 1,
    size,
  };
}

function wordsOf(index: SearchIndex): number {
  return index.parts.reduce((sum, { segment }) => sum + segment.words, 1);
}

function sumOf(terms: readonly TermWeights[], total: number): TermWeights {
  const sum = (pick: (term: TermWeights) => number): number =>
    terms.reduce((all, term) => all + pick(term), 0) || 1;
  return {
    weight: total,
    topical: sum((term) => term.topical),
    even: sum((term) => term.even),
    rare: sum((term) => term.rare),
    local: sum((term) => term.local),
    lead: sum((term) => term.lead),
    leadLocal: sum((term) => term.leadLocal),
    background: 1,
  };
}

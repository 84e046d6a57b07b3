import type { AnalyzedQuery } from "./analyze-query.ts";
import type { Candidate, TermUse } from "./find-candidates.ts";
import { searchLimits } from "./limits.ts";
import { leadBits } from "./search-fields.ts";
import type { SearchIndex } from "./search-index.ts";
import { findPosting, findTerm } from "./segment.ts";

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

/** A query term with its statistics in the library. */
type WeightedTerm = {
  readonly term: number;
  /** Saturated frequency in the query. */
  readonly frequency: number;
  /** Frequency times inverse document frequency. */
  readonly weight: number;
  /** Its position in each part of the index, or -1. */
  readonly positions: readonly number[];
  readonly documents: number;
};
export type WeightedQuery = {
  readonly terms: readonly WeightedTerm[];
  /** Weight of the whole query, including words that the library does not contain. */
  readonly total: number;
  readonly pairs: readonly (readonly [number, number])[];
};

/** How much a word absent from the library counts against a match: half, because it may be a name or a typo. */
const unknownShare = 0.5;

export function weightQuery(query: AnalyzedQuery, index: SearchIndex): WeightedQuery {
  // Removed skills count until the index is rebuilt, as they do in the postings.
  const size = index.nextOrdinal;
  let total = 0;
  const weighted = query.terms.map(({ term, frequency: raw }, position) => {
    const positions = index.parts.map(({ segment }) => findTerm(segment, term));
    const documents = index.parts.reduce(
      (sum, { segment }, part) => sum + rowLength(segment.offsets, positions[part] ?? -1),
      0,
    );
    const frequency = (raw * 2.5) / (raw + 1.5);
    const weight = frequency * inverseFrequency(documents, size);
    total += documents > 0 ? weight : weight * unknownShare;
    return { position, term, frequency, weight, positions, documents };
  });
  const kept = weighted
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
    .slice(0, searchLimits.searchQueryTerms);
  const places = new Map(kept.map(({ position }, place) => [position, place]));
  const pairs = query.pairs.flatMap(([first, second]) => {
    const places_ = [places.get(first), places.get(second)] as const;
    return places_[0] === undefined || places_[1] === undefined ? [] : [[places_[0], places_[1]] as const];
  });
  return { terms: kept, total: total || 1, pairs };
}

function rowLength(offsets: Uint32Array, row: number): number {
  return row < 0 ? 0 : (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
}

export function inverseFrequency(documents: number, size: number): number {
  return Math.log(1 + Math.max(0, size - documents + 0.5) / (documents + 0.5));
}

import type { AnalyzedQuery } from "./analyze-query.ts";
import { searchLimits } from "./limits.ts";
import type { SearchIndex } from "./search-index.ts";
import { findTerm } from "./segment.ts";

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

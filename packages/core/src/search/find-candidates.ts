import type { WeightedQuery } from "./query-statistics.ts";
import { leadBits, searchFields } from "./search-fields.ts";
import type { SearchIndex } from "./search-index.ts";
import type { Segment } from "./segment.ts";

export type Candidate = {
  readonly part: number;
  /** Index of the skill in its segment. */
  readonly document: number;
  readonly ordinal: number;
  /** BM25F over all fields. */
  readonly score: number;
};
/** How many skills have a term in name, description or tags, and how often it occurs anywhere. */
export type TermUse = { readonly lead: number; readonly total: number };
export type Candidates = { readonly candidates: readonly Candidate[]; readonly uses: readonly TermUse[] };

/** BM25's k1. */
export const saturation = 1.2;

/** First stage: scores every skill that shares a term with the query by BM25F and returns the best. */
export function findCandidates(query: WeightedQuery, index: SearchIndex, most: number): Candidates {
  const uses = query.terms.map(() => ({ lead: 0, total: 0 }));
  const found: Candidate[] = [];
  index.parts.forEach(({ segment, firstOrdinal }, part) => {
    const scores = new Float64Array(segment.size);
    query.terms.forEach(({ weight, positions }, place) => {
      const use = addScores(segment, { position: positions[part] ?? -1, weight }, scores);
      const sum = uses[place];
      if (sum === undefined) return;
      sum.lead += use.lead;
      sum.total += use.total;
    });
    for (const ordinal of index.removed) {
      if (ordinal >= firstOrdinal && ordinal - firstOrdinal < segment.size)
        scores[ordinal - firstOrdinal] = 0;
    }
    const bound = lowestOfBest(scores, most);
    scores.forEach((score, document) => {
      if (score <= 0 || score < bound) return;
      found.push({ part, document, ordinal: firstOrdinal + document, score });
    });
  });
  found.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
  return { candidates: found.slice(0, most), uses };
}

function addScores(
  { offsets, documents, counts, gains }: Segment,
  { position, weight }: { readonly position: number; readonly weight: number },
  scores: Float64Array,
): TermUse {
  let lead = 0;
  let total = 0;
  if (position < 0) return { lead, total };
  const end = offsets[position + 1] ?? 0;
  for (let at = offsets[position] ?? 0; at < end; at++) {
    const packed = counts[at] ?? 0;
    const document = documents[at] ?? 0;
    const gain = gainOf(packed, gains, document * searchFields.length);
    scores[document] = (scores[document] ?? 0) + (weight * gain) / (gain + saturation);
    if ((packed & leadBits) !== 0) lead++;
    total += occurrences(packed);
  }
  return { lead, total };
}

/** The sum over fields of count times gain, unrolled: this is the inner loop of every search. */
export function gainOf(packed: number, gains: Float32Array, row: number): number {
  let gain = ((packed >>> 14) & 63) * (gains[row + 4] ?? 0) + ((packed >>> 20) & 63) * (gains[row + 5] ?? 0);
  if ((packed & leadBits) !== 0) {
    gain +=
      (packed & 7) * (gains[row] ?? 0) +
      ((packed >>> 3) & 15) * (gains[row + 1] ?? 0) +
      ((packed >>> 7) & 7) * (gains[row + 2] ?? 0);
  }
  return gain + ((packed >>> 10) & 15) * (gains[row + 3] ?? 0);
}

export function occurrences(packed: number): number {
  return (
    (packed & 7) +
    ((packed >>> 3) & 15) +
    ((packed >>> 7) & 7) +
    ((packed >>> 10) & 15) +
    ((packed >>> 14) & 63) +
    ((packed >>> 20) & 63)
  );
}

/** A score that at least `most` skills reach, found with a heap instead of sorting all scores. */
function lowestOfBest(scores: Float64Array, most: number): number {
  if (scores.length <= most) return 0;
  const heap = new Float64Array(most);
  for (const score of scores) if (score > (heap[0] ?? 0)) replaceSmallest(heap, score);
  return heap[0] ?? 0;
}

function replaceSmallest(heap: Float64Array, score: number): void {
  let hole = 0;
  for (let child = 1; child < heap.length; child = 2 * hole + 1) {
    const smaller =
      child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0) ? child + 1 : child;
    if ((heap[smaller] ?? 0) >= score) break;
    heap[hole] = heap[smaller] ?? 0;
    hole = smaller;
  }
  heap[hole] = score;
}

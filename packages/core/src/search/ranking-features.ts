import { fieldWeights } from "./field-gains.ts";
import { type Candidate, gainOf, occurrences, saturation } from "./find-candidates.ts";
import { hashPair } from "./hash-word.ts";
import { hasPair } from "./pair-filter.ts";
import type { QueryStatistics } from "./query-statistics.ts";
import { findPosting, findTerm, type Rows, type Segment } from "./segment.ts";
import { countIn, leadBits, searchFields } from "./term-counts.ts";
import { inverseFrequency, type WeightedQuery } from "./weight-query.ts";

/** Features of a skill for a query; most are shares of the query's total weight. */
export const featureNames = [
  "inName",
  "inDescription",
  "inTags",
  "inHeadings",
  "inBody",
  "inCode",
  "bm25f",
  "topical",
  "even",
  "rare",
  "local",
  "wholeText",
  "likelihood",
  "strongest",
  "covered",
  "leadCovered",
  "leadEven",
  "leadTopical",
  "leadLocal",
  "rarestCovered",
  "bestPassage",
  "topicalPassage",
  "leadPairs",
  "pairs",
  "nameAnswered",
  "relative",
  "bodyLength",
  "descriptionLength",
] as const;
export type FeatureName = (typeof featureNames)[number];

/** Positions in a feature vector. */
const feature = { bm25f: 6, passage: 20, pairs: 22, name: 24, relative: 25 } as const;
/** BM25's k1 per field. */
const fieldSaturation = [0.6, 0.8, 1, 1, 1.5, 1.5];

export type RankedQuery = { readonly query: WeightedQuery; readonly statistics: QueryStatistics };

export function featuresOf(segment: Segment, candidate: Candidate, request: RankedQuery): Float64Array {
  const features = new Float64Array(featureNames.length);
  const { query, statistics } = request;
  const { part, document } = candidate;
  const postings = query.terms.map(({ positions }) => findPosting(segment, positions[part] ?? -1, document));
  addTerms(features, { segment, document, postings }, statistics);
  addPassages(features, { segment, document, postings }, statistics);
  const { total } = query;
  const pairs = pairShares({ segment, document, postings }, query);
  features[feature.pairs] = pairs.lead / total;
  features[feature.pairs + 1] = pairs.any / total;
  features[feature.name] = nameAnswered(segment, document, request);
  features[feature.relative] = candidate.score / statistics.bestScore;
  const row = document * searchFields.length;
  features[feature.relative + 1] = Math.log(
    1 + (segment.lengths[row + 4] ?? 0) + (segment.lengths[row + 5] ?? 0),
  );
  features[feature.relative + 2] = Math.log(1 + (segment.lengths[row + 1] ?? 0));
  return features;
}

type Match = {
  readonly segment: Segment;
  readonly document: number;
  /** For each query term, its posting for this skill, or -1. */
  readonly postings: readonly number[];
};

function addTerms(features: Float64Array, match: Match, { terms, totals, rarest }: QueryStatistics): void {
  const { segment, document, postings } = match;
  const row = document * searchFields.length;
  const length = totalLength(segment, row);
  const sums = features.subarray(feature.bm25f, feature.passage);
  const add = (index: number, value: number): void => {
    sums[index] = (sums[index] ?? 0) + value;
  };
  postings.forEach((posting, place) => {
    const term = terms[place];
    if (term === undefined) return;
    const packed = posting < 0 ? 0 : (segment.counts[posting] ?? 0);
    const count = occurrences(packed);
    // Dirichlet-smoothed likelihood, the only feature that also counts missing terms.
    add(6, (term.even * Math.log((count / term.background + 300) / (length + 300))) / totals.even);
    if (posting < 0) return;
    addFields(features, { packed, row, share: term.weight / totals.weight }, segment.gains);
    const gain = gainOf(packed, segment.gains, row);
    const full = gain / (gain + saturation);
    add(0, (term.weight * full) / totals.weight);
    add(1, (term.topical * full) / totals.topical);
    add(2, (term.even * full) / totals.even);
    add(3, (term.rare * full) / totals.rare);
    add(4, (term.local * full) / totals.local);
    const density = (count * 400) / (length + 100);
    add(5, ((term.weight / totals.weight) * density) / (density + 2));
    sums[7] = Math.max(sums[7] ?? 0, (term.weight * full) / totals.weight);
    add(8, term.weight / totals.weight);
    if (place < rarest.count) add(13, term.weight / rarest.weight);
    if ((packed & leadBits) === 0) return;
    add(9, term.weight / totals.weight);
    add(10, term.lead / totals.lead);
    add(11, term.topical / totals.topical);
    add(12, term.leadLocal / totals.leadLocal);
  });
}

function totalLength({ lengths }: Segment, row: number): number {
  let total = 0;
  for (let field = 0; field < searchFields.length; field++) total += lengths[row + field] ?? 0;
  return total;
}

type FieldShare = { readonly packed: number; readonly row: number; readonly share: number };

function addFields(features: Float64Array, { packed, row, share }: FieldShare, gains: Float32Array): void {
  for (let field = 0; field < searchFields.length; field++) {
    const count = countIn(packed, field);
    if (count === 0) continue;
    const gain = (count * (gains[row + field] ?? 0)) / (fieldWeights[field] ?? 1);
    features[field] = (features[field] ?? 0) + (share * gain) / (gain + (fieldSaturation[field] ?? 1));
  }
}

/** The share of the query covered by the best single passage of the body. */
function addPassages(features: Float64Array, match: Match, { terms, totals }: QueryStatistics): void {
  const plain = new Float64Array(32);
  const topical = new Float64Array(32);
  match.postings.forEach((posting, place) => {
    const term = terms[place];
    if (posting < 0 || term === undefined) return;
    let bits = match.segment.passages[posting] ?? 0;
    for (let passage = 0; bits !== 0; passage++, bits >>>= 1) {
      if ((bits & 1) === 0) continue;
      plain[passage] = (plain[passage] ?? 0) + term.weight;
      topical[passage] = (topical[passage] ?? 0) + term.topical;
    }
  });
  features[feature.passage] = Math.max(...plain) / totals.weight;
  features[feature.passage + 1] = Math.max(...topical) / totals.topical;
}

/** Weight of two words that share a passage without being adjacent. */
const nearShare = 0.4;

function pairShares(match: Match, { pairs, terms }: WeightedQuery): { lead: number; any: number } {
  const { segment, document, postings } = match;
  const shares = { lead: 0, any: 0 };
  for (const [first, second] of pairs) {
    const [before, after] = [postings[first] ?? -1, postings[second] ?? -1];
    if (before < 0 || after < 0) continue;
    const weight = (terms[first]?.weight ?? 0) + (terms[second]?.weight ?? 0);
    const pair = hashPair(terms[first]?.term ?? 0, terms[second]?.term ?? 0);
    const isLead = rowHasPair(segment.leadPairs, document, pair);
    if (isLead) shares.lead += weight;
    const isNear = ((segment.passages[before] ?? 0) & (segment.passages[after] ?? 0)) !== 0;
    if (isLead || rowHasPair(segment.bodyPairs, document, pair)) shares.any += weight;
    else if (isNear) shares.any += weight * nearShare;
  }
  return shares;
}

function rowHasPair({ offsets, values }: Rows, row: number, pair: number): boolean {
  return hasPair(values, { start: offsets[row] ?? 0, end: offsets[row + 1] ?? 0 }, pair);
}

/** The share of the skill's name, by weight, that the query mentions. */
function nameAnswered(segment: Segment, document: number, { query, statistics }: RankedQuery): number {
  const { offsets, values } = segment.names;
  let all = 0;
  let answered = 0;
  for (let at = offsets[document] ?? 0; at < (offsets[document + 1] ?? 0); at++) {
    const name = values[at] ?? 0;
    const weight = inverseFrequency(documentsWith(segment, name), statistics.size);
    all += weight;
    if (query.terms.some(({ term }) => term === name)) answered += weight;
  }
  return all === 0 ? 0 : answered / all;
}

function documentsWith(segment: Segment, term: number): number {
  const position = findTerm(segment, term);
  return position < 0 ? 0 : (segment.offsets[position + 1] ?? 0) - (segment.offsets[position] ?? 0);
}

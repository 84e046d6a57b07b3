import { type Candidate, gainOf, occurrences, saturation } from "./find-candidates.ts";
import { hashPair } from "./hash-word.ts";
import { hasPair } from "./pair-filter.ts";
import { inverseFrequency, type QueryStatistics, type WeightedQuery } from "./query-statistics.ts";
import { countIn, fieldWeights, leadBits, searchFields } from "./search-fields.ts";
import { findPosting, findTerm, type Rows, type Segment } from "./segment.ts";

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

/** The features of one skill for one query. */
export type Features = Record<FeatureName, number>;

/** The features of single fields, in the order of `searchFields`. */
const fieldFeatures = ["inName", "inDescription", "inTags", "inHeadings", "inBody", "inCode"] as const;
/** BM25's k1 per field. */
const fieldSaturation = [0.6, 0.8, 1, 1, 1.5, 1.5];

export type RankedQuery = { readonly query: WeightedQuery; readonly statistics: QueryStatistics };

export function featuresOf(segment: Segment, candidate: Candidate, request: RankedQuery): Features {
  const { query, statistics } = request;
  const { part, document } = candidate;
  const postings = query.terms.map(({ positions }) => findPosting(segment, positions[part] ?? -1, document));
  const match = { segment, document, postings };
  const features = { ...noFeatures };
  addTerms(features, match, statistics);
  addPassages(features, match, statistics);
  addPairs(features, match, query);
  features.nameAnswered = nameAnswered(segment, document, request);
  features.relative = candidate.score / statistics.bestScore;
  const lengthOf = (field: number): number => segment.lengths[document * searchFields.length + field] ?? 0;
  features.bodyLength = Math.log(1 + lengthOf(4) + lengthOf(5));
  features.descriptionLength = Math.log(1 + lengthOf(1));
  return features;
}

export const noFeatures: Readonly<Features> = {
  inName: 0,
  inDescription: 0,
  inTags: 0,
  inHeadings: 0,
  inBody: 0,
  inCode: 0,
  bm25f: 0,
  topical: 0,
  even: 0,
  rare: 0,
  local: 0,
  wholeText: 0,
  likelihood: 0,
  strongest: 0,
  covered: 0,
  leadCovered: 0,
  leadEven: 0,
  leadTopical: 0,
  leadLocal: 0,
  rarestCovered: 0,
  bestPassage: 0,
  topicalPassage: 0,
  leadPairs: 0,
  pairs: 0,
  nameAnswered: 0,
  relative: 0,
  bodyLength: 0,
  descriptionLength: 0,
};

type Match = {
  readonly segment: Segment;
  readonly document: number;
  /** For each query term, its posting for this skill, or -1. */
  readonly postings: readonly number[];
};

function addTerms(features: Features, match: Match, { terms, totals, rarest }: QueryStatistics): void {
  const { segment, document, postings } = match;
  const row = document * searchFields.length;
  const length = totalLength(segment, row);
  postings.forEach((posting, place) => {
    const term = terms[place];
    if (term === undefined) return;
    const packed = posting < 0 ? 0 : (segment.counts[posting] ?? 0);
    const count = occurrences(packed);
    // Dirichlet-smoothed likelihood, the only feature that also counts missing terms.
    features.likelihood +=
      (term.even * Math.log((count / term.background + 300) / (length + 300))) / totals.even;
    if (posting < 0) return;
    const share = term.weight / totals.weight;
    addFields(features, { packed, row, share }, segment.gains);
    const gain = gainOf(packed, segment.gains, row);
    const full = gain / (gain + saturation);
    features.bm25f += share * full;
    features.topical += (term.topical * full) / totals.topical;
    features.even += (term.even * full) / totals.even;
    features.rare += (term.rare * full) / totals.rare;
    features.local += (term.local * full) / totals.local;
    const density = (count * 400) / (length + 100);
    features.wholeText += (share * density) / (density + 2);
    features.strongest = Math.max(features.strongest, share * full);
    features.covered += share;
    if (place < rarest.count) features.rarestCovered += term.weight / rarest.weight;
    if ((packed & leadBits) === 0) return;
    features.leadCovered += share;
    features.leadEven += term.lead / totals.lead;
    features.leadTopical += term.topical / totals.topical;
    features.leadLocal += term.leadLocal / totals.leadLocal;
  });
}

function totalLength({ lengths }: Segment, row: number): number {
  let total = 0;
  for (let field = 0; field < searchFields.length; field++) total += lengths[row + field] ?? 0;
  return total;
}

type FieldShare = { readonly packed: number; readonly row: number; readonly share: number };

function addFields(features: Features, { packed, row, share }: FieldShare, gains: Float32Array): void {
  fieldFeatures.forEach((name, field) => {
    const count = countIn(packed, field);
    if (count === 0) return;
    const gain = (count * (gains[row + field] ?? 0)) / (fieldWeights[field] ?? 1);
    features[name] += (share * gain) / (gain + (fieldSaturation[field] ?? 1));
  });
}

/** The share of the query covered by the best single passage of the body. */
function addPassages(features: Features, match: Match, { terms, totals }: QueryStatistics): void {
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
  features.bestPassage = Math.max(...plain) / totals.weight;
  features.topicalPassage = Math.max(...topical) / totals.topical;
}

/** Weight of two words that share a passage without being adjacent. */
const nearShare = 0.4;

function addPairs(features: Features, match: Match, { pairs, terms, total }: WeightedQuery): void {
  const { segment, document, postings } = match;
  for (const [first, second] of pairs) {
    const [before, after] = [postings[first] ?? -1, postings[second] ?? -1];
    if (before < 0 || after < 0) continue;
    const share = ((terms[first]?.weight ?? 0) + (terms[second]?.weight ?? 0)) / total;
    const pair = hashPair(terms[first]?.term ?? 0, terms[second]?.term ?? 0);
    const isLead = rowHasPair(segment.leadPairs, document, pair);
    if (isLead) features.leadPairs += share;
    const isNear = ((segment.passages[before] ?? 0) & (segment.passages[after] ?? 0)) !== 0;
    if (isLead || rowHasPair(segment.bodyPairs, document, pair)) features.pairs += share;
    else if (isNear) features.pairs += share * nearShare;
  }
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

/** Fields of a skill; a term's counts in them are packed into one 32-bit number and saturate at their maximum. */
export const searchFields = ["name", "description", "tags", "headings", "body", "code"] as const;

const shifts = [0, 3, 7, 10, 14, 20];
const maxima = [7, 15, 7, 15, 63, 63];

/** The bits of name, description and tags ("lead"): what an author wrote to be found by. */
export const leadBits = 0x3ff;

/** One occurrence in a field, and the maximum its bits can hold. */
type FieldBits = { readonly one: number; readonly full: number };

export function bitsOf(field: number): FieldBits {
  const shift = shifts[field] ?? 0;
  return { one: 1 << shift, full: (maxima[field] ?? 0) << shift };
}

export function addToCounts(counts: number, { one, full }: FieldBits): number {
  return (counts & full) === full ? counts : counts + one;
}

export function countIn(counts: number, field: number): number {
  return (counts >>> (shifts[field] ?? 0)) & (maxima[field] ?? 0);
}

/** Weight, length normalization and typical length of each field, in the order of `searchFields`. */
const fields = [
  { weight: 5, normalization: 0.3, typicalLength: 3 },
  { weight: 4, normalization: 0.5, typicalLength: 32 },
  { weight: 2, normalization: 0.5, typicalLength: 4 },
  { weight: 2, normalization: 0.5, typicalLength: 40 },
  { weight: 1, normalization: 0.75, typicalLength: 420 },
  { weight: 0.5, normalization: 0.75, typicalLength: 180 },
] as const;

export const fieldWeights: readonly number[] = fields.map(({ weight }) => weight);

/**
 * The gain of one occurrence in each field of a skill (the inner part of BM25F). Lengths are compared with those of
 * public skills, not of this library, so that a score means the same among 10 skills and among 100,000.
 */
export function fieldGains(lengths: Uint32Array): number[] {
  return fields.map(
    ({ weight, normalization, typicalLength }, field) =>
      weight / (1 - normalization + (normalization * (lengths[field] ?? 0)) / typicalLength),
  );
}

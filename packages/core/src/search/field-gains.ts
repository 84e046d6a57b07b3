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

/** Weight, length normalisation and typical length of each field, in the order of `searchFields`. */
const fields = [
  { weight: 5, normalisation: 0.3, typicalLength: 3 },
  { weight: 4, normalisation: 0.5, typicalLength: 32 },
  { weight: 2, normalisation: 0.5, typicalLength: 4 },
  { weight: 2, normalisation: 0.5, typicalLength: 40 },
  { weight: 1, normalisation: 0.75, typicalLength: 420 },
  { weight: 0.5, normalisation: 0.75, typicalLength: 180 },
] as const;

export const fieldWeights: readonly number[] = fields.map(({ weight }) => weight);

/**
 * What one occurrence counts in each field of a skill (the inner part of BM25F). Lengths are held against those of the
 * public skills, not of this library, so that a score means the same among ten skills and among 100,000.
 */
export function fieldGains(lengths: Uint32Array): number[] {
  return fields.map(
    ({ weight, normalisation, typicalLength }, field) =>
      weight / (1 - normalisation + (normalisation * (lengths[field] ?? 0)) / typicalLength),
  );
}

/** The spread of a number over several runs. Only skill-creator's format has min and max. */
export type Spread = {
  readonly mean: number;
  /** Sample standard deviation (n − 1); 0 for a single run, as in both formats. */
  readonly stddev: number;
  readonly min?: number;
  readonly max?: number;
};

/** The spread of values, rounded to four places as skill-creator does; undefined when nothing was measured. */
export function spreadOf(values: readonly number[]): Required<Spread> | undefined {
  if (values.length === 0) return undefined;
  const mean = meanOf(values);
  return {
    mean: roundTo(mean, 4),
    stddev: roundTo(deviationOf(values, mean), 4),
    min: roundTo(Math.min(...values), 4),
    max: roundTo(Math.max(...values), 4),
  };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor((sorted.length - 1) / 2);
  return meanOf(sorted.slice(middle, sorted.length - middle));
}

function deviationOf(values: readonly number[], mean: number): number {
  if (values.length < 2) return 0;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Rounds to a number of places, without producing −0. */
export function roundTo(value: number, places: number): number {
  return Number(value.toFixed(places)) + 0;
}

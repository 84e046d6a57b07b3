import { formatsLimits } from "./limits.ts";

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

/** A seeded pseudo-random generator of numbers in [0, 1) that is identical on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mix(state) / 2 ** 32;
  };
}

/** A rank for a text that depends only on the text and the seed (FNV-1a, then mixed). */
export function rankOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash >>> 0);
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

export type Interval = { readonly low: number; readonly high: number };

/** The 95 % confidence interval of the mean (bootstrap); undefined for fewer than two values. */
export function bootstrapInterval(values: readonly number[], seed: number): Interval | undefined {
  if (values.length < 2) return undefined;
  const random = createRandom(seed);
  const means = Array.from({ length: formatsLimits.evalResamples }, () => drawMean(values, random));
  means.sort((one, other) => one - other);
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

function drawMean(values: readonly number[], random: () => number): number {
  let sum = 0;
  for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)] ?? 0;
  return sum / values.length;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? 0;
}

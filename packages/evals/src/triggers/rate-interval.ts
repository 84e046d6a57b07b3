/** The 95 % confidence interval of a rate (Wilson's, which also works for few runs). */
export function rateInterval(hits: number, runs: number): { readonly low: number; readonly high: number } {
  const rate = hits / runs;
  const square = z ** 2;
  const centre = rate + square / (2 * runs);
  const spread = z * Math.sqrt((rate * (1 - rate)) / runs + square / (4 * runs ** 2));
  const scale = 1 + square / runs;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** The 97.5 % quantile of the normal distribution. */
const z = 1.96;

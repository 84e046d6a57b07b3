/** Where a rate truly is, with 95 % confidence (Wilson's interval, which is right for few runs too). */
export function rateInterval(hits: number, runs: number): { readonly low: number; readonly high: number } {
  const rate = hits / runs;
  const square = z ** 2;
  const centre = rate + square / (2 * runs);
  const spread = z * Math.sqrt((rate * (1 - rate)) / runs + square / (4 * runs ** 2));
  const scale = 1 + square / runs;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** The normal distribution has 95 % within so many deviations. */
const z = 1.96;

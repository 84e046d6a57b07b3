import { formatsLimits } from "./limits.ts";
import { createRandom } from "./random.ts";

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

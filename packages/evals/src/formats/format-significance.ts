import type { Metric } from "./benchmark.ts";
import type { Interval } from "./bootstrap-interval.ts";
import type { Significance } from "./significance.ts";
import { roundTo } from "./statistics.ts";

/** The usual significance level. */
const level = 0.05;
/** With fewer pairs even the most extreme outcome is not significant: 2 of 2⁵ outcomes are 0.0625. */
const fewestPairs = 6;

/** States in one sentence what a difference allows to claim. */
export function formatSignificance(significance: Significance, metric: Metric = "passRate"): string {
  const { p, pairs, difference, interval } = significance;
  const cases = `${pairs} ${pairs === 1 ? "case" : "cases"}`;
  if (pairs === 0) return "No difference can be claimed: no case was measured on both sides.";
  const found = describeDifference(difference, metric);
  const chance = formatChance(p);
  if (pairs < fewestPairs)
    return `No difference can be claimed from ${cases}, at least ${fewestPairs} are needed: ${found} (${chance}).`;
  if (p >= level) return `No difference can be claimed from ${cases}: ${found} (${chance}).`;
  const range = interval ? `, 95 % between ${describeInterval(interval, metric)}` : "";
  return `Over ${cases} ${found} (${chance}${range}).`;
}

function describeDifference(difference: number, metric: Metric): string {
  const { noun, unit, least } = words[metric];
  if (Math.abs(difference) < 1e-9) return `the ${noun} is the same`;
  const size = Math.abs(roundOff(difference, metric));
  const much = size === 0 ? `less than ${least} ${unit}` : amount(size, metric);
  return `the ${noun} is ${much} ${difference > 0 ? "higher" : "lower"}`;
}

/** Both ends with their direction; when they share it, the end closer to zero comes first. */
function describeInterval(interval: Interval, metric: Metric): string {
  const low = roundOff(interval.low, metric);
  const high = roundOff(interval.high, metric);
  if (low >= 0) return `${amount(low, metric)} and ${amount(high, metric)} higher`;
  if (high <= 0) return `${amount(-high, metric)} and ${amount(-low, metric)} lower`;
  return `${amount(-low, metric)} lower and ${amount(high, metric)} higher`;
}

const words = {
  passRate: { noun: "pass rate", unit: "point", many: "points", factor: 100, digits: 0, least: "1" },
  timeSeconds: { noun: "time", unit: "s", many: "s", factor: 1, digits: 1, least: "0.1" },
  tokens: { noun: "number of tokens", unit: "token", many: "tokens", factor: 1, digits: 0, least: "1" },
} as const;

/** Converts to the displayed unit and rounds to its digits. */
function roundOff(value: number, metric: Metric): number {
  const { factor, digits } = words[metric];
  return roundTo(value * factor, digits);
}

function amount(rounded: number, metric: Metric): string {
  const { unit, many, digits } = words[metric];
  const size = Math.abs(rounded);
  return `${size.toFixed(digits)} ${size === 1 ? unit : many}`;
}

/** Two significant digits; anything below a thousandth is `p < 0.001`. */
function formatChance(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

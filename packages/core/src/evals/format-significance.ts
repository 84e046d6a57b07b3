import type { Metric } from "./benchmark.ts";
import type { Significance } from "./significance.ts";

/** The usual bound for a claim. */
const level = 0.05;
/** With fewer pairs even the most extreme outcome has a p above the bound: 2 of 2⁵ outcomes are 0.0625. */
const fewestPairs = 6;

/** What may be said of a difference, in one sentence. */
export function formatSignificance(significance: Significance, metric: Metric = "passRate"): string {
  const { p, pairs, difference, interval } = significance;
  const cases = `${pairs} ${pairs === 1 ? "case" : "cases"}`;
  if (pairs === 0) return "No difference can be claimed: no case was measured on both sides.";
  const found = describeDifference(difference, metric);
  const chance = formatChance(p);
  if (pairs < fewestPairs)
    return `No difference can be claimed from ${cases}, at least ${fewestPairs} are needed: ${found} (${chance}).`;
  if (p >= level) return `No difference can be claimed from ${cases}: ${found} (${chance}).`;
  const range = interval
    ? `, 95 % between ${amount(interval.low, metric)} and ${amount(interval.high, metric)}`
    : "";
  return `Over ${cases} ${found} (${chance}${range}).`;
}

function describeDifference(difference: number, metric: Metric): string {
  const { noun } = words[metric];
  if (Math.abs(difference) < 1e-9) return `the ${noun} is the same`;
  const direction = difference > 0 ? "higher" : "lower";
  return `the ${noun} is ${amount(Math.abs(difference), metric)} ${direction}`;
}

const words = {
  passRate: { noun: "pass rate", unit: "points", factor: 100, digits: 0 },
  timeSeconds: { noun: "time", unit: "s", factor: 1, digits: 1 },
  tokens: { noun: "number of tokens", unit: "tokens", factor: 1, digits: 0 },
} as const;

function amount(value: number, metric: Metric): string {
  const { unit, factor, digits } = words[metric];
  return `${(value * factor).toFixed(digits).replace(/^-(?=0(?:\.0)?$)/, "")} ${unit}`;
}

/** Two digits that say something; of what is smaller than a thousandth only that. */
function formatChance(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

import type { TriggerResult } from "./judge-trigger.ts";

/** How well a description separates requests. Rates are computed over runs; absent when the denominator is 0. */
export type TriggerMetrics = {
  /** Queries with at least one run. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Queries without runs. */
  readonly untried: number;
  /** The share of runs using the skill that should have. */
  readonly precision?: number;
  /** The share of runs that should have used the skill and did. */
  readonly recall?: number;
  /** The share of all runs that behaved as expected. */
  readonly accuracy?: number;
};

export function measureTriggers(results: readonly TriggerResult[]): TriggerMetrics {
  const tried = results.filter((result) => result.runs > 0);
  const passed = tried.filter(({ pass }) => pass).length;
  const wanted = results.filter(({ shouldTrigger }) => shouldTrigger);
  const unwanted = results.filter(({ shouldTrigger }) => !shouldTrigger);
  const hits = sumOf(wanted, "triggers");
  const falseAlarms = sumOf(unwanted, "triggers");
  const runs = sumOf(results, "runs");
  const quiet = sumOf(unwanted, "runs") - falseAlarms;
  return {
    total: tried.length,
    passed,
    failed: tried.length - passed,
    untried: results.length - tried.length,
    ...share("precision", hits, hits + falseAlarms),
    ...share("recall", hits, sumOf(wanted, "runs")),
    ...share("accuracy", hits + quiet, runs),
  };
}

function sumOf(results: readonly TriggerResult[], key: "triggers" | "runs"): number {
  return results.reduce((sum, result) => sum + result[key], 0);
}

function share(
  name: "precision" | "recall" | "accuracy",
  part: number,
  whole: number,
): Partial<TriggerMetrics> {
  return whole === 0 ? {} : { [name]: part / whole };
}

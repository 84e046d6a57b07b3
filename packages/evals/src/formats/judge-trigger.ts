import type { TriggerQuery } from "./trigger-query.ts";

export type ThresholdOptions = {
  /** Half of the runs by default, as in both dialects. */
  readonly threshold?: number;
  /** Whether exactly the threshold is enough: `above` in the guide, `at-least` in skill-creator's script. */
  readonly rule?: "above" | "at-least";
};

/** How often one query made the agent use the skill. */
export type TriggerResult = TriggerQuery & {
  readonly triggers: number;
  readonly runs: number;
  /** `triggers` of `runs`, from 0 to 1. */
  readonly rate: number;
  /** Also false without runs: the formats have no other value for that. */
  readonly pass: boolean;
};

/**
 * Judges whether a query behaved as expected. One that should not trigger passes below the threshold, under both
 * rules.
 */
export function judgeTrigger(
  {
    query,
    shouldTrigger,
    triggers,
    runs,
  }: Pick<TriggerResult, "query" | "shouldTrigger" | "triggers" | "runs">,
  { threshold = 0.5, rule = "above" }: ThresholdOptions = {},
): TriggerResult {
  const rate = runs === 0 ? 0 : triggers / runs;
  const isTriggered = rule === "above" ? rate > threshold : rate >= threshold;
  // A query that was never run proves nothing.
  const pass = runs > 0 && (shouldTrigger ? isTriggered : rate < threshold);
  return { query, shouldTrigger, triggers, runs, rate, pass };
}

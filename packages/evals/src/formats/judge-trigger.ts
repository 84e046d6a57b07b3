import type { TriggerQuery } from "./trigger-query.ts";

export type ThresholdOptions = {
  /** Half of the runs when nothing is said, as in both dialects. */
  readonly threshold?: number;
  /** Whether just half is enough: no to the guide, which says above, and yes to skill-creator's script. */
  readonly rule?: "above" | "at-least";
};

/** How often one query made the agent use the skill. */
export type TriggerResult = TriggerQuery & {
  readonly triggers: number;
  readonly runs: number;
  /** `triggers` of `runs`, from 0 to 1. */
  readonly rate: number;
  /** False without runs too, which is no failure: the formats have nothing else for it. */
  readonly pass: boolean;
};

/** Whether a query did what it should. One that should not trigger passes below the threshold, under both rules. */
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
  // What was never run has shown nothing.
  const pass = runs > 0 && (shouldTrigger ? isTriggered : rate < threshold);
  return { query, shouldTrigger, triggers, runs, rate, pass };
}

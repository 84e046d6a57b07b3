import { judgeTrigger, measureTriggers } from "../formats/trigger-results.ts";

import type { SavedTriggerRun } from "./kept-runs.ts";
import { rateInterval } from "./rate-interval.ts";
import type { TriggerHost } from "./trigger-host.ts";
import type { MeasuredTrigger, TriggerOutcome } from "./trigger-outcome.ts";
import type { ReadyTriggers } from "./trigger-plan.ts";
import { executeTriggerRuns } from "./try-runs.ts";

export type QueryMeasurement = {
  readonly outcome: TriggerOutcome;
  /** Runs executed now. */
  readonly runs: readonly SavedTriggerRun[];
};

/** Measures how often each query of a plan triggers, from saved runs and new ones. */
export async function measureQueries(plan: ReadyTriggers, host: TriggerHost): Promise<QueryMeasurement> {
  const kept = plan.runs.flatMap((run) => run.kept ?? []);
  const { status, faults, runs, usage } = await executeTriggerRuns(plan, host);
  const results = judgeRuns(plan, [...kept, ...runs]);
  const missing = plan.runs.length - kept.length - runs.length;
  const metrics = measureTriggers(results);
  return { outcome: { status, results, metrics, usage, faults, kept: kept.length, missing }, runs };
}

function judgeRuns(
  { queries, request }: ReadyTriggers,
  known: readonly SavedTriggerRun[],
): readonly MeasuredTrigger[] {
  return queries.map((query) => {
    const runs = known.filter((run) => run.query === query.query);
    const triggers = runs.filter(({ triggered }) => triggered).length;
    const judged = judgeTrigger({ ...query, triggers, runs: runs.length }, request);
    return runs.length === 0 ? judged : { ...judged, interval: rateInterval(triggers, runs.length) };
  });
}

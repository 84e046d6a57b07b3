import type { TrialUsage } from "../trials/trial.ts";
import { readSavedRuns, type SavedTriggerRuns } from "./kept-runs.ts";
import { measureQueries } from "./measure-queries.ts";
import { planMeasurement } from "./plan-triggers.ts";
import { withDescription } from "./read-sources.ts";
import type { TriggerHost } from "./trigger-host.ts";
import type { TriggerFault, TriggerOutcome } from "./trigger-outcome.ts";
import type { ReadyTriggers } from "./trigger-plan.ts";

/** Measures descriptions of one skill under equal conditions. */
export type Meter = {
  /**
   * Retries failed runs once, so that each description has the same number of runs. A description with a query that
   * never ran is `failing`, because it cannot be compared.
   */
  measure(description: string): Promise<TriggerOutcome>;
  usage(): readonly TrialUsage[];
  faults(): readonly TriggerFault[];
  kept(): number;
};

export function createMeter(plan: ReadyTriggers, host: TriggerHost): Meter {
  const { request, sources } = plan;
  // Throws before anything is spent if the description cannot be replaced.
  withDescription(sources.skill, "Placeholder.");
  const usages: TrialUsage[] = [];
  const faults: TriggerFault[] = [];
  let known: SavedTriggerRuns = request.fresh ? new Map() : readSavedRuns(request);
  let kept = 0;
  const measureOnce = async (description: string): Promise<TriggerOutcome> => {
    const measurement = {
      ...plan,
      request: { ...request, skill: { ...request.skill, description } },
      sources: { ...sources, skill: withDescription(sources.skill, description) },
    };
    const planned = planMeasurement(measurement, known);
    const { outcome, runs } = await measureQueries(planned, host);
    known = new Map([...known, ...runs.map((run) => [run.key, run] as const)]);
    usages.push(...outcome.usage);
    faults.push(...outcome.faults);
    return outcome;
  };
  return {
    measure: async (description) => {
      const first = await measureOnce(description);
      kept += first.kept;
      if (first.status !== "finished" || first.missing === 0) return first;
      const second = await measureOnce(description);
      const isMeasured = second.results.every(({ runs }) => runs > 0);
      return second.status !== "finished" || isMeasured ? second : { ...second, status: "failing" };
    },
    usage: () => usages,
    faults: () => faults,
    kept: () => kept,
  };
}

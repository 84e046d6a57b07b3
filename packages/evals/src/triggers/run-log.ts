import { sumUsage } from "@skillwright/runtime/agent";
import { evalsLimits } from "../limits.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";
import { type SavedTriggerRun, saveRun } from "./kept-runs.ts";
import type { TrialVerdict } from "./read-trigger.ts";
import type { TriggerHost } from "./trigger-host.ts";
import type { TriggerFault } from "./trigger-outcome.ts";
import type { PlannedRun, ReadyTriggers } from "./trigger-plan.ts";

export type TriedRuns = {
  /** Completed runs. */
  readonly runs: readonly SavedTriggerRun[];
  readonly faults: readonly TriggerFault[];
  readonly usage: readonly TrialUsage[];
};

/** Collects the results of runs and saves each to the workspace. */
export type RunLog = {
  add(run: PlannedRun, reading: TrialVerdict, trial: Pick<Trial, "usage" | "steps">): void;
  /** Whether there were too many consecutive faults. */
  isFailing(): boolean;
  tried(): TriedRuns;
};

export function createRunLog(plan: ReadyTriggers, host: Pick<TriggerHost, "onProgress">): RunLog {
  const { skill, modelLabel } = plan.request;
  const runs: SavedTriggerRun[] = [];
  const faults: TriggerFault[] = [];
  const usages: TrialUsage[] = [];
  let inRow = 0;
  let isFailing = false;
  return {
    add: ({ query, run, key }, reading, { usage, steps }) => {
      usages.push(...usage);
      if (reading.kind === "aborted") return;
      if (reading.kind === "fault") faults.push({ query, run, message: reading.message });
      else {
        const kept = { key, query, run, triggered: reading.kind === "triggered" };
        saveRun(plan.request, kept, { skill: skill.name, model: modelLabel, steps });
        runs.push(kept);
      }
      inRow = reading.kind === "fault" ? inRow + 1 : 0;
      isFailing ||= inRow >= evalsLimits.triggerFaults;
      const done = plan.kept + runs.length + faults.length;
      host.onProgress?.({ done, total: plan.runs.length, query, run, outcome: reading.kind, usage });
    },
    isFailing: () => isFailing,
    tried: () => ({ runs, faults, usage: sumUsage(usages) }),
  };
}

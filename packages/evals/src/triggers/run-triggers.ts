import type { AgentModel } from "@skillwright/runtime/agent";
import type { ExitReason, OptimizationIteration } from "../formats/optimization-result.ts";
import {
  judgeTrigger,
  measureTriggers,
  type TriggerMetrics,
  type TriggerResult,
  toTriggerResultsText,
} from "../formats/trigger-results.ts";
import { withWorkspaceLock } from "../runs/workspace-lock.ts";
import type { TrialHost } from "../trials/run-trial.ts";
import type { TrialUsage } from "../trials/trial.ts";
import { executeTriggerRuns } from "./execute-runs.ts";
import type { ReadyTriggers } from "./plan-triggers.ts";
import { type SavedTriggerRun, triggerFiles } from "./saved-runs.ts";
import { writeText } from "./workspace-files.ts";

/** Executes the planned runs that are not saved yet, saves each result, and writes `trigger_results.json`. */
export async function runTriggers(plan: ReadyTriggers, host: TriggerHost): Promise<TriggerOutcome> {
  return withWorkspaceLock(plan.request.workspace, () => measure(plan, host));
}

async function measure(plan: ReadyTriggers, host: TriggerHost): Promise<TriggerOutcome> {
  const { outcome } = await measureQueries(plan, host);
  const { skill, dialect = "guide" } = plan.request;
  // A row without runs would look like a failed one.
  const results = outcome.results.filter(({ runs }) => runs > 0);
  if (results.length === 0) return outcome;
  const { name: skillName, description } = skill;
  const text = toTriggerResultsText({ skillName, description, results }, dialect);
  writeText(plan.request, triggerFiles.results, text);
  return outcome;
}

type QueryMeasurement = {
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

/** The 95 % confidence interval of a rate (Wilson's, which also works for few runs). */
export function rateInterval(hits: number, runs: number): { readonly low: number; readonly high: number } {
  const rate = hits / runs;
  const square = z ** 2;
  const centre = rate + square / (2 * runs);
  const spread = z * Math.sqrt((rate * (1 - rate)) / runs + square / (4 * runs ** 2));
  const scale = 1 + square / runs;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** The 97.5 % quantile of the normal distribution. */
const z = 1.96;

/** The machine and the model that a measurement runs on. */
export type TriggerHost = Omit<TrialHost, "fs"> & {
  /** Number of concurrent trials; `limits.triggerJobs` by default. */
  readonly jobs?: number;
  /** When it fires, no new run starts; running ones finish. */
  readonly enough?: AbortSignal;
  readonly onProgress?: (progress: TriggerProgress) => void;
};

export type TriggerProgress = {
  /** Finished runs, including saved ones and faults. */
  readonly done: number;
  readonly total: number;
  readonly query: string;
  readonly run: number;
  readonly outcome: "triggered" | "not-triggered" | "fault";
  readonly usage: readonly TrialUsage[];
};

export type OptimizationHost = TriggerHost & {
  /** Writes the descriptions; the measured model by default. */
  readonly improver?: { readonly model: AgentModel; readonly label: string };
  readonly onIteration?: (iteration: OptimizationProgress) => void;
};

type OptimizationProgress = {
  readonly iteration: number;
  readonly description: string;
  readonly train: readonly MeasuredTrigger[];
  readonly validation: readonly MeasuredTrigger[];
};

export type TriggerOutcome = {
  /** `failing`: too many consecutive model failures. `aborted`: on the signal. Finished runs are saved either way. */
  readonly status: "finished" | "failing" | "aborted";
  /** One row per query, in the order of the file; a row may have no runs. */
  readonly results: readonly MeasuredTrigger[];
  readonly metrics: TriggerMetrics;
  /** Usage by this invocation, without saved runs. */
  readonly usage: readonly TrialUsage[];
  /** Runs without a result; the next invocation retries them. */
  readonly faults: readonly TriggerFault[];
  /** Number of reused runs. */
  readonly kept: number;
  /** Number of runs still missing because of faults or a stop. */
  readonly missing: number;
};

type MeasuredTrigger = TriggerResult & {
  /** 95 % confidence interval of the rate (Wilson); absent without runs. */
  readonly interval?: { readonly low: number; readonly high: number };
};

export type TriggerFault = {
  /** Absent for faults of the model that writes descriptions. */
  readonly query?: string;
  readonly run?: number;
  readonly message: string;
};

export type OptimizationOutcome = {
  /** `failing`: a description could not be measured. */
  readonly exit: { readonly reason: ExitReason; readonly iteration: number };
  readonly original: string;
  /** Selected by the held-back queries; the original when no other was better. */
  readonly best: string;
  /** Complete iterations, the original description first. */
  readonly history: readonly OptimizationIteration[];
  readonly usage: readonly TrialUsage[];
  readonly faults: readonly TriggerFault[];
  /** Number of reused runs. */
  readonly kept: number;
};

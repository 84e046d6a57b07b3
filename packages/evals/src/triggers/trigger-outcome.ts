import type { ExitReason, OptimizationIteration } from "../formats/optimization-result.ts";
import type { TriggerMetrics, TriggerResult } from "../formats/trigger-results.ts";
import type { TrialUsage } from "../trials/trial.ts";

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

export type MeasuredTrigger = TriggerResult & {
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

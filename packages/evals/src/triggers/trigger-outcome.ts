import type { TriggerResult } from "../formats/judge-trigger.ts";
import type { TriggerMetrics } from "../formats/measure-triggers.ts";
import type { ExitReason, OptimisationIteration } from "../formats/optimisation-result.ts";
import type { TrialUsage } from "../trials/trial.ts";

export type TriggerOutcome = {
  /** `failing`: the model failed too often in a row. `aborted`: on the signal. What was done until then is kept. */
  readonly status: "finished" | "failing" | "aborted";
  /** One row a query, in the order of the file; one without runs has shown nothing. */
  readonly results: readonly MeasuredTrigger[];
  readonly metrics: TriggerMetrics;
  /** What was spent now; not what kept runs had cost. */
  readonly usage: readonly TrialUsage[];
  /** Runs that have shown nothing; the next start tries them again. */
  readonly faults: readonly TriggerFault[];
  /** Runs that were there from before. */
  readonly kept: number;
  /** Runs that are still to be done, on account of faults or the end. */
  readonly missing: number;
};

export type MeasuredTrigger = TriggerResult & {
  /** Where the true rate is with 95 % confidence (Wilson); absent without runs. */
  readonly interval?: { readonly low: number; readonly high: number };
};

export type TriggerFault = {
  /** Absent for the model that writes descriptions. */
  readonly query?: string;
  readonly run?: number;
  readonly message: string;
};

export type OptimisationOutcome = {
  /** `failing`: a description could not be measured, so that nothing can be compared with it. */
  readonly exit: { readonly reason: ExitReason; readonly iteration: number };
  readonly original: string;
  /** By passes of the queries held back; the original's where nothing better was found. */
  readonly best: string;
  /** Whole iterations only, the original's first. */
  readonly history: readonly OptimisationIteration[];
  readonly usage: readonly TrialUsage[];
  readonly faults: readonly TriggerFault[];
  /** Runs that were there from before. */
  readonly kept: number;
};

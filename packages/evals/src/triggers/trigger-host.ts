import type { AgentModel } from "@skillwright/runtime/agent";
import type { TrialUsage } from "../trials/trial.ts";
import type { TrialHost } from "../trials/trial-host.ts";
import type { MeasuredTrigger } from "./trigger-outcome.ts";

/** What a measurement needs of the machine. */
export type TriggerHost = Omit<TrialHost, "fs"> & {
  /** Trials at a time; `limits.triggerJobs` when absent. */
  readonly jobs?: number;
  /** Fires when nothing more is to be begun; what is under way goes on. */
  readonly enough?: AbortSignal;
  readonly onProgress?: (progress: TriggerProgress) => void;
};

export type TriggerProgress = {
  /** Runs that are over, kept ones and faults included. */
  readonly done: number;
  readonly total: number;
  readonly query: string;
  readonly run: number;
  readonly outcome: "triggered" | "not-triggered" | "fault";
  readonly usage: readonly TrialUsage[];
};

export type OptimisationHost = TriggerHost & {
  /** Writes the descriptions; the measured model when absent. */
  readonly improver?: { readonly model: AgentModel; readonly label: string };
  readonly onIteration?: (iteration: OptimisationProgress) => void;
};

type OptimisationProgress = {
  readonly iteration: number;
  readonly description: string;
  readonly train: readonly MeasuredTrigger[];
  readonly validation: readonly MeasuredTrigger[];
};

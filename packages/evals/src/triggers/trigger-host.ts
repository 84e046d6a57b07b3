import type { AgentModel } from "@skillwright/runtime/agent";
import type { TrialHost } from "../trials/run-trial.ts";
import type { TrialUsage } from "../trials/trial.ts";
import type { MeasuredTrigger } from "./trigger-outcome.ts";

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

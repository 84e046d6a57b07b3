import type { TriggerResult } from "./judge-trigger.ts";

/** The search for a better description: run_loop's `results.json`. */
export type OptimisationResult = {
  /** Absent when the file's exit reason is unknown. */
  readonly exit?: OptimisationExit;
  readonly originalDescription: string;
  readonly bestDescription: string;
  /** Share of the queries held back for validation, from 0 to 1. */
  readonly holdout: number;
  readonly iterations: readonly OptimisationIteration[];
};

/**
 * Why the search ended, and at which iteration. `no-description`: the model produced no usable one; `failing`: the
 * model could not be called.
 */
export type OptimisationExit = { readonly reason: ExitReason; readonly iteration: number };

export type ExitReason = (typeof exitReasons)[number];
export const exitReasons = ["all-passed", "max-iterations", "no-description", "failing", "aborted"] as const;

/** The measurements of one description. */
export type OptimisationIteration = {
  /** Counted from 1. */
  readonly iteration: number;
  readonly description: string;
  /** Results for the queries whose failures guide the next description. */
  readonly train: readonly TriggerResult[];
  /** Results for the queries that the description writer never sees; empty when none were held back. */
  readonly validation: readonly TriggerResult[];
};

import type { TriggerResult } from "./judge-trigger.ts";

/** How the search for a better description went: run_loop's `results.json`. */
export type OptimisationResult = {
  /** Absent where the file has no word for it that is known. */
  readonly exit?: OptimisationExit;
  readonly originalDescription: string;
  readonly bestDescription: string;
  /** Share of the queries that was held back for validation, from 0 to 1. */
  readonly holdout: number;
  readonly iterations: readonly OptimisationIteration[];
};

/** Why it ended, and with which iteration. `no-description`: the model offered none that can be used; `failing`: it could not be asked. */
export type OptimisationExit = { readonly reason: ExitReason; readonly iteration: number };

export type ExitReason = (typeof exitReasons)[number];
export const exitReasons = ["all-passed", "max-iterations", "no-description", "failing", "aborted"] as const;

/** One description, measured. */
export type OptimisationIteration = {
  /** Counted from 1. */
  readonly iteration: number;
  readonly description: string;
  /** On the queries whose failures guide the next description. */
  readonly train: readonly TriggerResult[];
  /** On the queries that the writer of descriptions never sees; empty where none were held back. */
  readonly validation: readonly TriggerResult[];
};

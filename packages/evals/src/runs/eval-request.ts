import type { FileSystem } from "@skillwright/core/discover";
import type { EvalDialect, EvalId } from "../formats/evals-json.ts";

/** Which evals of a skill to run, how often, and against what. */
export type EvalRequest = {
  readonly fs: FileSystem;
  readonly skill: { readonly name: string; readonly directory: string };
  /** Absolute: the folder of the results. */
  readonly workspace: string;
  /** Runs of each eval in each configuration. */
  readonly runs: number;
  readonly baseline: EvalBaseline;
  /** Ids of the evals to run; empty means all. */
  readonly only: readonly EvalId[];
  /** The format of the result files. */
  readonly dialect: EvalDialect;
  /** The model's name in results; a run with another model is a different run. */
  readonly modelLabel: string;
  /** The judge's name in results; without a judge, only mechanical checks are graded. */
  readonly judgeLabel?: string;
  /** Whether the judge also compares the two outputs blindly. */
  readonly blind: boolean;
  /** Whether to ignore earlier results. */
  readonly fresh: boolean;
  /**
   * Who activates the skill: a person before the first step (default; the guides tell agents which skill to use), or
   * the agent itself.
   */
  readonly activation?: "person" | "model";
  /**
   * A description of what else runs depend on (sandbox, network, policy); a run with a different one is a different
   * run.
   */
  readonly surroundings?: string;
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
  /** Seeds the order in blind comparisons and the sampling of statistics. */
  readonly seed: number;
};

/** What the skill is compared with: nothing, no skill, or an older version. */
export type EvalBaseline =
  | { readonly kind: "none" | "without" }
  | { readonly kind: "old"; readonly directory: string };

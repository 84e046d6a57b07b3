import type { FileSystem } from "@skillwright/core/discover";
import type { EvalDialect, EvalId } from "../formats/output-eval.ts";

/** Which evals of a skill to run, how often, and against what. */
export type EvalRequest = {
  readonly fs: FileSystem;
  readonly skill: { readonly name: string; readonly directory: string };
  /** Absolute: the folder of the results. */
  readonly workspace: string;
  /** Times that each eval is run in each configuration. */
  readonly runs: number;
  readonly baseline: EvalBaseline;
  /** Ids of the evals to run; all when empty. */
  readonly only: readonly EvalId[];
  /** Whose spelling results are written in. */
  readonly dialect: EvalDialect;
  /** The model as results name it; runs with another one are other runs. */
  readonly modelLabel: string;
  /** The judge as results name it; without one only what programs can check is graded. */
  readonly judgeLabel?: string;
  /** Whether the judge also says which of two outputs is better, without knowing whose they are. */
  readonly blind: boolean;
  /** Whether everything is run anew. */
  readonly fresh: boolean;
  /**
   * Who activates the skill: a person before the first step, as the guides tell their agents which skill to use, or the agent
   * when it sees fit. A person when absent.
   */
  readonly activation?: "person" | "model";
  /** What else runs depend on, in the caller's words: sandbox, network, policy. Runs with other words are other runs. */
  readonly surroundings?: string;
  readonly timeoutSeconds?: number;
  readonly maxSteps?: number;
  /** Decides what chance decides: who comes first in comparisons, samples of statistics. */
  readonly seed: number;
};

/** What the skill is held against: nothing, no skill, or an older version of it. */
export type EvalBaseline =
  | { readonly kind: "none" | "without" }
  | { readonly kind: "old"; readonly directory: string };

import type { FileSystem } from "@skillwright/core/discover";
import type { EvalDialect } from "../formats/evals-json.ts";

/** Measures how often requests make an agent use a skill. */
export type TriggerRequest = {
  readonly fs: FileSystem;
  readonly skill: MeasuredSkill;
  /** Folders of the other skills listed with it. */
  readonly neighbors: readonly string[];
  /** Runs of each query; three in both dialects. */
  readonly runs: number;
  readonly threshold: number;
  /** Whether exactly the threshold is enough: `above` in the guide, `at-least` in skill-creator's script. */
  readonly rule: "above" | "at-least";
  /** Steps an agent has to activate the skill; usually `limits.triggerSteps`. */
  readonly maxSteps: number;
  readonly timeoutSeconds: number;
  /** The model's name in saved runs; another label is another measurement. */
  readonly modelLabel: string;
  /** Absolute; results go to its `triggers` folder. */
  readonly workspace: string;
  /** Whether to ignore saved runs. */
  readonly fresh: boolean;
  /** The format of `trigger_results.json`; `guide` by default. */
  readonly dialect?: EvalDialect;
};

export type MeasuredSkill = {
  readonly name: string;
  readonly directory: string;
  /** The description to list; it may differ from the one in SKILL.md. */
  readonly description: string;
};

export type OptimizationRequest = TriggerRequest & {
  /** Maximum number of descriptions to measure, including the original. */
  readonly iterations: number;
  /** Share of the queries held back for the selection; 0.4 in both dialects. */
  readonly holdout: number;
  readonly seed: number;
};

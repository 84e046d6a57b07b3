import type { FileSystem } from "@skillwright/core/discover";
import type { EvalDialect } from "../formats/output-eval.ts";

/** What is to be measured: how often requests make an agent use a skill. */
export type TriggerRequest = {
  readonly fs: FileSystem;
  readonly skill: MeasuredSkill;
  /** Folders of other skills that are listed beside it. */
  readonly neighbours: readonly string[];
  /** Times that each query is tried; three in both dialects. */
  readonly runs: number;
  readonly threshold: number;
  /** Whether the threshold itself is enough: no to the guide (`above`), yes to skill-creator's script (`at-least`). */
  readonly rule: "above" | "at-least";
  /** Steps that an agent has to come to the skill; `limits.triggerSteps` is usual. */
  readonly maxSteps: number;
  readonly timeoutSeconds: number;
  /** Names the model in what is kept; another label is another measurement. */
  readonly modelLabel: string;
  /** Absolute: results are kept in its folder `triggers`. */
  readonly workspace: string;
  /** True tries everything again, whatever is kept. */
  readonly fresh: boolean;
  /** Of `trigger_results.json`; the guide's when absent. */
  readonly dialect?: EvalDialect;
};

export type MeasuredSkill = {
  readonly name: string;
  readonly directory: string;
  /** What is listed of it; another wording than that of its SKILL.md is tried without being written there. */
  readonly description: string;
};

export type OptimisationRequest = TriggerRequest & {
  /** Descriptions that are measured at most, the original among them. */
  readonly iterations: number;
  /** Share of the queries that is held back to choose the best by; 0.4 in both dialects. */
  readonly holdout: number;
  readonly seed: number;
};

import type { EvalCase, EvalConfig } from "../formats/eval-case.ts";
import type { CheckName } from "../formats/eval-report.ts";
import type { EvalId } from "../formats/output-eval.ts";
import type { TestFileProblem } from "../testing/case.ts";
import type { Assertion } from "../trials/assertion.ts";
import type { EvalRequest } from "./eval-request.ts";

/** What will be run, and what of it is there already. Nothing was run or written for it. */
export type EvalPlan = {
  readonly request: EvalRequest;
  readonly skill: EvalRequest["skill"];
  readonly workspace: string;
  /** The number of the folder that the results go to. */
  readonly iteration: number;
  /** Absolute. */
  readonly iterationFolder: string;
  /** Whether that folder is there, from an earlier start with the same plan. */
  readonly resumes: boolean;
  readonly tasks: readonly EvalTask[];
  readonly configurations: readonly EvalConfiguration[];
  /** In the order in which they are begun; none when there are problems. */
  readonly runs: readonly EvalRun[];
  /** Comparisons of two outputs that are still to be made. */
  readonly comparisons: number;
  /** Mistakes in the files of the evals, which must be mended before anything runs. */
  readonly problems: readonly TestFileProblem[];
  readonly notes: readonly string[];
  readonly estimate: EvalEstimate;
  /** Of all that the results depend on. */
  readonly key: string;
  /** How a UAAPS package wants its cases run. */
  readonly config?: EvalConfig;
  /** UAAPS cases that are about something else than this skill. */
  readonly skipped: readonly EvalCase[];
};

/** One task of an agent, from `evals.json` or from a UAAPS case. */
export type EvalTask = {
  readonly id: EvalId;
  readonly name?: string;
  /** `eval-SLUG`, its folder in an iteration. */
  readonly folder: string;
  /** What the author wrote. */
  readonly prompt: string;
  readonly expectedOutput: string;
  readonly files: readonly EvalFile[];
  readonly statements: readonly EvalStatement[];
  readonly timeoutSeconds: number;
  /** The UAAPS case that it was read from. */
  readonly evalCase?: EvalCase;
};

/** A file that the agent finds in its folder. */
export type EvalFile = {
  /** Absolute; absent for an empty file. */
  readonly from?: string;
  /** Its path in the agent's folder. */
  readonly to: string;
  /** Of its content. */
  readonly hash: string;
};

/** A sentence that is true of a good output, and how that is found out. */
export type EvalStatement = {
  readonly text: string;
  readonly check: StatementCheck;
  /** What a UAAPS report counts it as. */
  readonly counts?: CheckName;
};

type StatementCheck =
  | { readonly by: "program"; readonly assertion: Assertion }
  /** Whether the guard or a hook stopped a call. */
  | { readonly by: "guard"; readonly blocked: boolean }
  | { readonly by: "judge" };

/** `with_skill`, `without_skill` or `old_skill`. */
export type EvalConfiguration = {
  readonly name: string;
  /** Absent where there is no skill. */
  readonly directory?: string;
  /** Of the skills that are there. */
  readonly digests: readonly string[];
};

export type EvalRun = {
  readonly task: EvalTask;
  readonly configuration: EvalConfiguration;
  /** Counted from 1. */
  readonly run: number;
  /** Of all that the run depends on: one with the same key need not be run again. */
  readonly key: string;
  /** Of all that its grades depend on beyond the run. */
  readonly gradingKey: string;
  /** Absolute. */
  readonly folder: string;
  /** `kept`: nothing is to do but to take it over. `ungraded`: the agent need not run again. */
  readonly state: "new" | "kept" | "ungraded";
  /** Absolute: the folder of the run that is taken over; that of the run itself when it is in its place. */
  readonly from?: string;
};

/** What is still to be done, in calls of models and their tokens. */
export type EvalEstimate = {
  readonly agentRuns: number;
  readonly agentCalls: number;
  readonly judgeCalls: number;
  readonly comparisonCalls: number;
  /** Of all calls together. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The judge's part of them, whose price may be another. */
  readonly judgeInputTokens: number;
  readonly judgeOutputTokens: number;
  /** `measured`: from runs in the workspace. */
  readonly basis: "measured" | "assumed";
};

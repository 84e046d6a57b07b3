import type { FileSystem } from "@skillwright/core/discover";
import type { EvalDialect, EvalId } from "../formats/evals-json.ts";
import type { EvalCase, EvalConfig } from "../formats/uaaps-case.ts";
import type { CheckName } from "../formats/uaaps-report.ts";
import type { TestFileProblem } from "../testing/case.ts";
import type { Assertion } from "../trials/judge-assertion.ts";

/** The planned runs, and which of them can be reused. Planning runs and writes nothing. */
export type EvalPlan = {
  readonly request: EvalRequest;
  readonly skill: EvalRequest["skill"];
  readonly workspace: string;
  /** The number of the results folder. */
  readonly iteration: number;
  /** Absolute. */
  readonly iterationFolder: string;
  /** Whether that folder already exists, from an earlier invocation with the same plan. */
  readonly resumes: boolean;
  readonly tasks: readonly EvalTask[];
  readonly configurations: readonly EvalConfiguration[];
  /** In execution order; empty when there are problems. */
  readonly runs: readonly EvalRun[];
  /** The number of remaining comparisons. */
  readonly comparisons: number;
  /** Errors in the eval files, which must be fixed before anything runs. */
  readonly problems: readonly TestFileProblem[];
  readonly notes: readonly string[];
  readonly estimate: EvalEstimate;
  /** Hash of everything the results depend on. */
  readonly key: string;
  /** The settings of a UAAPS package. */
  readonly config?: EvalConfig;
  /** UAAPS cases for other targets than this skill. */
  readonly skipped: readonly EvalCase[];
};

/** One task for an agent, from `evals.json` or from a UAAPS case. */
export type EvalTask = {
  readonly id: EvalId;
  readonly name?: string;
  /** `eval-SLUG`, its folder in an iteration. */
  readonly folder: string;
  /** The prompt as the author wrote it. */
  readonly prompt: string;
  readonly expectedOutput: string;
  readonly files: readonly EvalFile[];
  readonly statements: readonly EvalStatement[];
  readonly timeoutSeconds: number;
  /** The UAAPS case it was read from. */
  readonly evalCase?: EvalCase;
};

/** An input file in the agent's folder. */
export type EvalFile = {
  /** Absolute; absent for an empty file. */
  readonly from?: string;
  /** Its path in the agent's folder. */
  readonly to: string;
  /** Hash of its content. */
  readonly hash: string;
};

/** A statement that is true of a good output, and how it is checked. */
export type EvalStatement = {
  readonly text: string;
  readonly check: StatementCheck;
  /** Its check name in a UAAPS report. */
  readonly counts?: CheckName;
};

type StatementCheck =
  | { readonly by: "program"; readonly assertion: Assertion }
  /** Whether the guard or a hook denied a call. */
  | { readonly by: "guard"; readonly blocked: boolean }
  | { readonly by: "judge" };

/** `with_skill`, `without_skill` or `old_skill`. */
export type EvalConfiguration = {
  readonly name: string;
  /** Absent when there is no skill. */
  readonly directory?: string;
  /** Digests of the skills in it. */
  readonly digests: readonly string[];
};

export type EvalRun = {
  readonly task: EvalTask;
  readonly configuration: EvalConfiguration;
  /** Counted from 1. */
  readonly run: number;
  /** Hash of everything the run depends on; a run with the same key can be reused. */
  readonly key: string;
  /** Hash of everything its grades depend on beyond the run. */
  readonly gradingKey: string;
  /** Absolute. */
  readonly folder: string;
  /** `kept`: reused unchanged. `ungraded`: only the grading is missing. */
  readonly state: "new" | "kept" | "ungraded";
  /** Absolute: the folder of the run to reuse, which may be its own folder. */
  readonly from?: string;
};

/** The remaining work, in model calls and tokens. */
export type EvalEstimate = {
  readonly agentRuns: number;
  readonly agentCalls: number;
  readonly judgeCalls: number;
  readonly comparisonCalls: number;
  /** For all calls together. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The judge's share, which may have a different price. */
  readonly judgeInputTokens: number;
  readonly judgeOutputTokens: number;
  /** `measured`: based on runs in the workspace. */
  readonly basis: "measured" | "assumed";
};

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

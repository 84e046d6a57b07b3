import type { AgentModel } from "@skillwright/runtime/agent";
import type { Benchmark, Metric } from "../formats/benchmark.ts";
import type { Comparison } from "../formats/comparison.ts";
import type { EvalReport } from "../formats/eval-report.ts";
import type { Grading } from "../formats/grading.ts";
import type { Significance } from "../formats/significance.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";
import type { TrialHost } from "../trials/trial-host.ts";
import type { EvalRun, EvalTask } from "./eval-plan.ts";

/** What evals need of the machine and of models. */
export type EvalHost = TrialHost & {
  /** Grades what no program can check; it is the one that the request's `judgeLabel` names. */
  readonly judge?: EvalJudge;
  /** Runs at a time. */
  readonly jobs: number;
  /** Fires when nothing more is to be begun; what is under way goes on. */
  readonly enough?: AbortSignal;
  readonly onProgress?: (progress: EvalProgress) => void;
};

export type EvalJudge = { readonly model: AgentModel; readonly label: string };

/** `done` of `total` are runs and comparisons together. */
export type EvalProgress = EvalStep & { readonly done: number; readonly total: number };

export type EvalStep =
  | { readonly type: "run-started"; readonly run: EvalRun }
  | { readonly type: "run-ended"; readonly outcome: RunOutcome }
  | { readonly type: "comparison-ended"; readonly outcome: ComparisonOutcome };

/** How an iteration came out. */
export type EvalOutcome = {
  readonly iteration: number;
  /** Absolute. */
  readonly iterationFolder: string;
  /** Of the runs that are there. */
  readonly benchmark: Benchmark;
  /** In the order of evals, configurations and runs. */
  readonly runs: readonly RunOutcome[];
  /** Runs without a result: their model or their judge failed, or nobody waited. Another start tries them again. */
  readonly failed: readonly RunOutcome[];
  readonly comparisons: readonly ComparisonOutcome[];
  /** Whether the difference to the baseline is more than chance; absent without a baseline. */
  readonly significance?: Readonly<Record<Metric, Claimed>>;
  readonly notes: readonly string[];
  /** Of the UAAPS cases, when there are any. */
  readonly report?: EvalReport;
  /** Whether everything that was planned is there, and `benchmark.json` is written. */
  readonly isComplete: boolean;
  /** Why not everything was tried. */
  readonly stopped?: string;
};

/** A difference, and what may be said of it. */
export type Claimed = Significance & { readonly sentence: string };

export type RunOutcome = {
  readonly planned: EvalRun;
  /**
   * `graded`: all that could be graded is. `ungraded`: the agent ran, the judge failed. `failed`: the model did. `skipped`: not
   * tried.
   */
  readonly status: "graded" | "ungraded" | "failed" | "skipped";
  /** Whether the agent ran in an earlier start. */
  readonly kept: boolean;
  /** Why it is not graded. */
  readonly reason?: string;
  readonly trialStatus?: Trial["status"];
  readonly grading?: Grading;
  /** Statements that were not graded, because there is no judge. */
  readonly unjudged: number;
  readonly seconds?: number;
  /** Of the agent. */
  readonly usage: readonly TrialUsage[];
  readonly judgeUsage: readonly TrialUsage[];
  /** What this start has used for it: nothing for what was kept. */
  readonly spent: readonly TrialUsage[];
};

export type ComparisonOutcome = {
  readonly task: EvalTask;
  readonly run: number;
  readonly kept: boolean;
  /** A configuration, or that neither is better; absent when the judge failed. */
  readonly winner?: string;
  readonly comparison?: Comparison;
  /** Who was A and who was B. */
  readonly sides: { readonly A: string; readonly B: string };
  readonly reason?: string;
  readonly spent: readonly TrialUsage[];
};

import type { AgentModel } from "@skillwright/runtime/agent";
import type { Benchmark, Metric } from "../formats/benchmark.ts";
import type { Comparison } from "../formats/comparison.ts";
import type { Grading } from "../formats/grading.ts";
import type { Significance } from "../formats/significance.ts";
import type { EvalReport } from "../formats/uaaps-report.ts";
import type { TrialHost } from "../trials/run-trial.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";
import type { EvalRun, EvalTask } from "./eval-plan.ts";

/** The machine and the models that evals run on. */
export type EvalHost = TrialHost & {
  /** Grades what cannot be checked mechanically; must match the request's `judgeLabel`. */
  readonly judge?: EvalJudge;
  /** Number of concurrent runs. */
  readonly jobs: number;
  /** When it fires, no new run starts; running ones finish. */
  readonly enough?: AbortSignal;
  readonly onProgress?: (progress: EvalProgress) => void;
};

export type EvalJudge = { readonly model: AgentModel; readonly label: string };

/** `done` and `total` count runs and comparisons together. */
export type EvalProgress = EvalStep & { readonly done: number; readonly total: number };

export type EvalStep =
  | { readonly type: "run-started"; readonly run: EvalRun }
  | { readonly type: "run-ended"; readonly outcome: RunOutcome }
  | { readonly type: "comparison-ended"; readonly outcome: ComparisonOutcome };

/** The outcome of an iteration. */
export type EvalOutcome = {
  readonly iteration: number;
  /** Absolute. */
  readonly iterationFolder: string;
  /** Computed from the finished runs. */
  readonly benchmark: Benchmark;
  /** In the order of evals, configurations and runs. */
  readonly runs: readonly RunOutcome[];
  /**
   * Runs without a result: the model or the judge failed, or the run was skipped. The next invocation retries them.
   */
  readonly failed: readonly Exclude<RunOutcome, { readonly status: "graded" }>[];
  readonly comparisons: readonly ComparisonOutcome[];
  /** The significance of the difference to the baseline; absent without a baseline. */
  readonly significance?: Readonly<Record<Metric, ClaimedDifference>>;
  readonly notes: readonly string[];
  /** Present when there are UAAPS cases. */
  readonly report?: EvalReport;
  /** Whether everything planned is done and `benchmark.json` is written. */
  readonly isComplete: boolean;
  /** Why it stopped early. */
  readonly stopped?: string;
};

/** A difference and the sentence it supports. */
export type ClaimedDifference = Significance & { readonly sentence: string };

export type RunOutcome = {
  readonly planned: EvalRun;
  /** Whether the result is reused from an earlier invocation. */
  readonly kept: boolean;
  /** Usage by the agent. */
  readonly usage: readonly TrialUsage[];
  readonly judgeUsage: readonly TrialUsage[];
  /** Usage by this invocation; empty for a reused run. */
  readonly spent: readonly TrialUsage[];
} & (
  | (FinishedTrial & {
      /** Everything gradable is graded. */
      readonly status: "graded";
      readonly grading: Grading;
      /** Number of statements not graded because there is no judge. */
      readonly unjudged: number;
    })
  /** The agent ran, but the judge failed. */
  | (FinishedTrial & { readonly status: "ungraded"; readonly reason: string })
  /** The model failed, or the run was not started. */
  | { readonly status: "failed" | "skipped"; readonly reason: string }
);

type FinishedTrial = { readonly trialStatus: Trial["status"]; readonly seconds: number };

export type ComparisonOutcome = {
  readonly task: EvalTask;
  readonly run: number;
  readonly kept: boolean;
  /** The better configuration; absent for a tie or when the judge failed. */
  readonly winner?: string;
  readonly comparison?: Comparison;
  /** The configurations behind A and B. */
  readonly sides: { readonly A: string; readonly B: string };
  readonly reason?: string;
  readonly spent: readonly TrialUsage[];
};

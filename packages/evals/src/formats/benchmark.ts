import type { Grade } from "./grading.ts";
import type { EvalId } from "./output-eval.ts";
import type { Spread } from "./statistics.ts";

/** The results of an iteration: `benchmark.json`. */
export type Benchmark = {
  /** Only in skill-creator's dialect. */
  readonly metadata?: BenchmarkMetadata;
  /** Only in skill-creator's dialect. */
  readonly runs: readonly RunResult[];
  /** By configuration. */
  readonly summary: Readonly<Record<string, ConfigurationSummary>>;
  /** With the skill minus without, or new minus old. */
  readonly delta?: Delta;
  readonly notes: readonly string[];
};

export type BenchmarkMetadata = {
  readonly skillName?: string;
  readonly skillPath?: string;
  readonly executorModel?: string;
  readonly analyzerModel?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly evalsRun: readonly EvalId[];
  readonly runsPerConfiguration: number;
};

/** The measurements of one run. What was not measured is absent, not 0. */
export type RunResult = {
  readonly evalId: EvalId;
  readonly evalName?: string;
  /** `with_skill`, `without_skill`, `old_skill`, or another tool's name. */
  readonly configuration: string;
  /** Counted from 1. */
  readonly run: number;
  /** From 0 to 1; absent when nothing was graded. */
  readonly passRate?: number;
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
  readonly timeSeconds?: number;
  readonly tokens?: number;
  readonly toolCalls?: number;
  readonly errors?: number;
  readonly grades: readonly Grade[];
  readonly notes: readonly string[];
};

export type Metric = "passRate" | "timeSeconds" | "tokens";
export const metrics: readonly Metric[] = ["passRate", "timeSeconds", "tokens"];
/** Their names in the file formats. */
export const metricKeys: Readonly<Record<Metric, string>> = {
  passRate: "pass_rate",
  timeSeconds: "time_seconds",
  tokens: "tokens",
};

export type ConfigurationSummary = Readonly<Partial<Record<Metric, Spread>>>;
export type Delta = Readonly<Partial<Record<Metric, number>>>;

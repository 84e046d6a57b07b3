import type { Benchmark, Metric, RunResult } from "../formats/benchmark.ts";
import type { BenchmarkComparison } from "../formats/compare-benchmarks.ts";
import type { EvalDialect, EvalId } from "../formats/evals-json.ts";
import type { Feedback } from "../formats/feedback.ts";
import type { Claim } from "../formats/grading.ts";
import type { OptimizationResult } from "../formats/optimization-result.ts";
import type { Significance } from "../formats/significance.ts";
import type { TriggerResults } from "../formats/trigger-results.ts";

/** Everything on the page of an iteration. All texts are untrusted: models wrote most of them. */
export type EvalReportData = {
  /** The folder of the iteration, where `feedback.json` belongs. */
  readonly folder: string;
  /** The dialect of the feedback file. */
  readonly dialect: EvalDialect;
  /** Absent when the folder has no iteration number. */
  readonly iteration?: number;
  readonly skillName?: string;
  readonly model?: string;
  readonly judge?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  /** The subject first, then its baseline, then the others. */
  readonly configurations: readonly ReportConfiguration[];
  /** As in the folder, or aggregated from its runs. */
  readonly benchmark: Benchmark;
  /** For metrics measured on both sides. */
  readonly significance: Readonly<Partial<Record<Metric, Significance>>>;
  readonly evals: readonly ReportEval[];
  /** The previous iteration, and what changed since. */
  readonly previous?: { readonly iteration: number; readonly comparison: BenchmarkComparison };
  readonly triggers?: TriggerResults;
  readonly optimization?: OptimizationResult;
  /** Existing feedback. */
  readonly feedback: Feedback;
  /** Files that could not be read or are not shown completely. */
  readonly problems: readonly ReportProblem[];
};

export type ReportProblem = {
  /** Path inside the folder. */
  readonly file: string;
  /** One printable line. */
  readonly message: string;
};

export type ReportConfiguration = {
  /** `with_skill`, or another tool's name. */
  readonly name: string;
  /** For people: `With skill`. */
  readonly label: string;
  readonly role: "subject" | "baseline" | "other";
};

export type ReportEval = {
  readonly id: EvalId;
  readonly name: string;
  /** The feedback id of the eval: its folder, `eval-SLUG`. */
  readonly about: string;
  readonly prompt?: string;
  /** Its statements, in the order of the eval. */
  readonly assertions: readonly string[];
  /** Number of further ones not shown. */
  readonly assertionsLeftOut: number;
  readonly runs: readonly ReportRun[];
  /** Blind comparisons by judges. */
  readonly comparisons: readonly ReportComparison[];
};

export type ReportComparison = {
  readonly run: number;
  /** The better configuration; absent for a tie. */
  readonly winner?: string;
  readonly reasoning: string;
  /** From 1 to 10. */
  readonly scores: readonly { readonly configuration: string; readonly score: number }[];
};

export type ReportRun = {
  readonly result: RunResult;
  /** The feedback id of this run: its folder inside the iteration, with hyphens for slashes. */
  readonly about: string;
  readonly outputs: readonly ReportOutput[];
  /** Number of further ones not shown. */
  readonly outputsLeftOut: number;
  readonly transcript?: BoundedText;
  /** Dollars; absent when tokens or prices are unknown. */
  readonly cost?: number;
  readonly claims: readonly Claim[];
  /** The judge's comments on the statements themselves. */
  readonly suggestions: readonly string[];
};

/** A file created by a run. */
export type ReportOutput = {
  readonly path: string;
  readonly bytes: number;
  readonly content: OutputContent;
};

/** Only texts and images are shown, within limits. */
export type OutputContent =
  | ({ readonly kind: "text" } & BoundedText)
  | { readonly kind: "image"; readonly dataUrl: string }
  | { readonly kind: "other"; readonly reason: "binary" | "too-large" | "unreadable" };

export type BoundedText = { readonly text: string; readonly isCut: boolean };

import type { Benchmark, Metric, RunResult } from "../formats/benchmark.ts";
import type { BenchmarkComparison } from "../formats/compare-benchmarks.ts";
import type { Feedback } from "../formats/feedback.ts";
import type { Claim } from "../formats/grading.ts";
import type { OptimisationResult } from "../formats/optimisation-result.ts";
import type { EvalDialect, EvalId } from "../formats/output-eval.ts";
import type { Significance } from "../formats/significance.ts";
import type { TriggerResults } from "../formats/trigger-results.ts";

/** Everything that the page of an iteration shows. All texts in it are foreign: models wrote most of them. */
export type EvalReportData = {
  /** The folder of the iteration, where `feedback.json` belongs. */
  readonly folder: string;
  /** The spelling in which feedback is written. */
  readonly dialect: EvalDialect;
  /** Absent when the folder has no number. */
  readonly iteration?: number;
  readonly skillName?: string;
  readonly model?: string;
  readonly judge?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  /** The one that is judged first, then what it is held against, then the others. */
  readonly configurations: readonly ReportConfiguration[];
  /** As it is in the folder, or put together from its runs. */
  readonly benchmark: Benchmark;
  /** Of what was measured on both sides. */
  readonly significance: Readonly<Partial<Record<Metric, Significance>>>;
  readonly evals: readonly ReportEval[];
  /** The iteration before, and what changed since. */
  readonly previous?: { readonly iteration: number; readonly comparison: BenchmarkComparison };
  readonly triggers?: TriggerResults;
  readonly optimisation?: OptimisationResult;
  /** What people said already. */
  readonly feedback: Feedback;
  /** What could not be read, or is not shown as a whole. */
  readonly problems: readonly ReportProblem[];
};

export type ReportProblem = {
  /** Path inside the folder. */
  readonly file: string;
  /** One printable line. */
  readonly message: string;
};

export type ReportConfiguration = {
  /** `with_skill`, or what somebody else called it. */
  readonly name: string;
  /** For people: `With skill`. */
  readonly label: string;
  readonly role: "subject" | "baseline" | "other";
};

export type ReportEval = {
  readonly id: EvalId;
  readonly name: string;
  /** What feedback on the eval as a whole is called: its folder, `eval-SLUG`. */
  readonly about: string;
  readonly prompt?: string;
  /** What it is judged by, in the order of the eval. */
  readonly assertions: readonly string[];
  /** How many more there are. */
  readonly assertionsLeftOut: number;
  readonly runs: readonly ReportRun[];
  /** What judges said who did not know whose output was whose. */
  readonly comparisons: readonly ReportComparison[];
};

export type ReportComparison = {
  readonly run: number;
  /** A configuration; absent when neither was better. */
  readonly winner?: string;
  readonly reasoning: string;
  /** From 1 to 10. */
  readonly scores: readonly { readonly configuration: string; readonly score: number }[];
};

export type ReportRun = {
  readonly result: RunResult;
  /** What feedback on this run is called: its folder inside the iteration, in one word. */
  readonly about: string;
  readonly outputs: readonly ReportOutput[];
  /** How many more there are. */
  readonly outputsLeftOut: number;
  readonly transcript?: BoundedText;
  /** Dollars; absent when tokens or prices are not known. */
  readonly cost?: number;
  readonly claims: readonly Claim[];
  /** What the judge thinks of the statements themselves. */
  readonly suggestions: readonly string[];
};

/** A file that a run made. */
export type ReportOutput = {
  readonly path: string;
  readonly bytes: number;
  readonly content: OutputContent;
};

/** Only texts and pictures are shown, and only so much of them. */
export type OutputContent =
  | ({ readonly kind: "text" } & BoundedText)
  | { readonly kind: "image"; readonly dataUrl: string }
  | { readonly kind: "other"; readonly reason: "binary" | "too-large" | "unreadable" };

export type BoundedText = { readonly text: string; readonly isCut: boolean };

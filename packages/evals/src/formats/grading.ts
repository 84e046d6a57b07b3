import { type ExecutionMetrics, toMetricsJson } from "./execution-metrics.ts";
import type { EvalDialect } from "./output-eval.ts";
import { roundTo } from "./statistics.ts";
import type { Timing } from "./timing.ts";
import { toJsonText } from "./to-json-text.ts";

/** The grades of one run: `grading.json`. */
export type Grading = {
  readonly grades: readonly Grade[];
  /** Computed from the grades if there are any. */
  readonly summary: GradeSummary;
  readonly metrics?: ExecutionMetrics;
  /** skill-creator's copy of `timing.json`; read but never written. */
  readonly timing?: Timing;
  readonly claims: readonly Claim[];
  readonly userNotes: UserNotes;
  readonly evalFeedback?: EvalFeedback;
};

/** One graded statement. */
export type Grade = { readonly text: string; readonly passed: boolean; readonly evidence: string };

export type GradeSummary = {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
  /** From 0 to 1; 0 when nothing was graded. */
  readonly passRate: number;
};

/** A claim the output makes about itself, and whether it is true. */
export type Claim = {
  readonly claim: string;
  readonly type: string;
  readonly verified: boolean;
  readonly evidence: string;
};

export type UserNotes = {
  readonly uncertainties: readonly string[];
  readonly needsReview: readonly string[];
  readonly workarounds: readonly string[];
};

/** The judge's comments on the statements themselves. */
export type EvalFeedback = {
  readonly suggestions: readonly { readonly assertion?: string; readonly reason: string }[];
  readonly overall?: string;
};

/** The text of `grading.json`. */
export function toGradingText(grading: Grading, dialect: EvalDialect): string {
  const { grades, metrics, claims, userNotes, evalFeedback } = grading;
  const { passed, failed, total, passRate } = grading.summary;
  const summary = { passed, failed, total, pass_rate: roundTo(passRate, 4) };
  if (dialect === "guide") return toJsonText({ assertion_results: grades, summary });
  return toJsonText({
    expectations: grades,
    summary,
    execution_metrics: metrics && toMetricsJson(metrics),
    // No `timing`: with it, skill-creator ignores timing.json and mistakes characters for tokens.
    claims,
    user_notes_summary: {
      uncertainties: userNotes.uncertainties,
      needs_review: userNotes.needsReview,
      workarounds: userNotes.workarounds,
    },
    eval_feedback: evalFeedback,
  });
}

export function summariseGrades(grades: readonly Grade[]): GradeSummary {
  const total = grades.length;
  const passed = grades.filter((grade) => grade.passed).length;
  return { passed, failed: total - passed, total, passRate: total === 0 ? 0 : passed / total };
}

/** A grading with nothing but grades. */
export function gradingOf(grades: readonly Grade[]): Grading {
  return { grades, summary: summariseGrades(grades), claims: [], userNotes: noUserNotes };
}

const noUserNotes: UserNotes = { uncertainties: [], needsReview: [], workarounds: [] };

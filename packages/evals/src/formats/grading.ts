import {
  findValue,
  number,
  readBoolean,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTexts,
  type Shape,
  text,
  texts,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { RecordShape } from "../testing/read-test-file.ts";
import type { EvalDialect } from "./evals-json.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";
import {
  type ExecutionMetrics,
  metricsShape,
  readMetricsMap,
  readTimingMap,
  type Timing,
  timingShape,
  toMetricsJson,
} from "./run-measurements.ts";
import { roundTo } from "./statistics.ts";

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

type GradeSummary = {
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

type UserNotes = {
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

function summarizeGrades(grades: readonly Grade[]): GradeSummary {
  const total = grades.length;
  const passed = grades.filter((grade) => grade.passed).length;
  return { passed, failed: total - passed, total, passRate: total === 0 ? 0 : passed / total };
}

/** A grading with nothing but grades. */
export function gradingOf(grades: readonly Grade[]): Grading {
  return { grades, summary: summarizeGrades(grades), claims: [], userNotes: noUserNotes };
}

const noUserNotes: UserNotes = { uncertainties: [], needsReview: [], workarounds: [] };

/** Reads `grading.json` in both dialects. */
export function readGrading(source: string, file: string): ReadEvalFile<Grading> {
  return readResultFile(source, file, { shape: gradingShape, read: readGradingNode });
}

const anything: Shape = { type: "anything" };

/** Judges are models and omit fields they have nothing to say about. */
export const gradesShape: Shape = {
  type: "list",
  item: record({ text, passed: toggle, evidence: anything }, ["text", "passed"]),
};

const gradingShape: RecordShape = record({
  assertion_results: gradesShape,
  expectations: gradesShape,
  summary: record({ passed: number, failed: number, total: number, pass_rate: number }),
  execution_metrics: metricsShape,
  timing: timingShape,
  claims: { type: "list", item: record({ claim: text }, ["claim"]) },
  user_notes_summary: record({ uncertainties: texts, needs_review: texts, workarounds: texts }),
  eval_feedback: record({ suggestions: { type: "list", item: record({ reason: text }, ["reason"]) } }),
});

function readGradingNode(node: YamlNode): EvalRead<Grading> {
  const map = readMap(node);
  const grades = [...readGrades(map, "assertion_results"), ...readGrades(map, "expectations")];
  const stated = readMap(findValue(map, "summary"));
  const counted = grades.length > 0 || !stated ? summarizeGrades(grades) : readSummary(stated);
  const timing = readMap(findValue(map, "timing"));
  const isKnown = map?.entries.some(({ key }) =>
    /^(?:assertion_results|expectations|summary)$/.test(key.text),
  );
  return {
    value: compact<Grading>({
      grades,
      summary: counted,
      metrics: readMetricsMap(readMap(findValue(map, "execution_metrics"))),
      timing: timing && readTimingMap(timing),
      claims: readMaps(map, "claims").map((claim) => ({
        claim: readText(findValue(claim, "claim")) ?? "",
        type: readText(findValue(claim, "type")) ?? "factual",
        verified: readBoolean(findValue(claim, "verified")) ?? false,
        evidence: readText(findValue(claim, "evidence")) ?? "",
      })),
      userNotes: readUserNotes(readMap(findValue(map, "user_notes_summary"))),
      evalFeedback: readEvalFeedback(readMap(findValue(map, "eval_feedback"))),
    }),
    complaints: isKnown
      ? []
      : [{ span: node.span, message: "Expected assertion_results or expectations, found neither." }],
    notes: contradicts(stated, counted)
      ? [
          {
            span: node.span,
            message: `summary contradicts the ${counted.total} graded statements; the statements are used.`,
          },
        ]
      : [],
  };
}

export function readGrades(map: YamlMap | undefined, key: string): readonly Grade[] {
  return readMaps(map, key).map((grade) => ({
    text: readText(findValue(grade, "text")) ?? "",
    passed: readBoolean(findValue(grade, "passed")) ?? false,
    evidence: readText(findValue(grade, "evidence")) ?? "",
  }));
}

function readSummary(map: YamlMap): GradeSummary {
  const value = (key: string): number => readNumber(findValue(map, key)) ?? 0;
  return {
    passed: value("passed"),
    failed: value("failed"),
    total: value("total"),
    passRate: readRate(map) ?? 0,
  };
}

/** The pass rate, recomputed where possible because the written one is rounded; absent when nothing was graded. */
export function readRate(map: YamlMap | undefined): number | undefined {
  const value = (key: string): number | undefined => readNumber(findValue(map, key));
  const total = value("total");
  if (total === 0) return undefined;
  const counted = (value("passed") ?? Number.NaN) / (total ?? Number.NaN);
  return counted >= 0 && counted <= 1 ? counted : value("pass_rate");
}

function contradicts(stated: YamlMap | undefined, counted: GradeSummary): boolean {
  if (!stated) return false;
  return (["passed", "failed", "total"] as const).some((key) => {
    const value = readNumber(findValue(stated, key));
    return value !== undefined && value !== counted[key];
  });
}

function readUserNotes(map: YamlMap | undefined): UserNotes {
  const list = (key: string): readonly string[] => readTexts(findValue(map, key)) ?? [];
  return {
    uncertainties: list("uncertainties"),
    needsReview: list("needs_review"),
    workarounds: list("workarounds"),
  };
}

function readEvalFeedback(map: YamlMap | undefined): EvalFeedback | undefined {
  if (!map) return undefined;
  return compact<EvalFeedback>({
    suggestions: readMaps(map, "suggestions").map((suggestion) =>
      compact<EvalFeedback["suggestions"][number]>({
        assertion: readText(findValue(suggestion, "assertion")),
        reason: readText(findValue(suggestion, "reason")) ?? "",
      }),
    ),
    overall: readText(findValue(map, "overall")),
  });
}

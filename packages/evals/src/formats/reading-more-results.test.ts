import { describe, expect, test } from "vitest";
import { readComparisonFile, scoreRubric } from "./comparison.ts";
import { readAnalysis } from "./comparison-analysis.ts";
import { readHistory, toHistoryText } from "./improvement-history.ts";
import {
  exitReasons,
  type OptimizationResult,
  readOptimization,
  toOptimizationText,
} from "./optimization-result.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readMetrics } from "./run-measurements.ts";
import { judgeTrigger } from "./trigger-results.ts";

type Reader = (source: string, file: string) => ReadEvalFile<unknown>;

/** Problems, and notes behind a `~`. */
function told(read: Reader, value: unknown): readonly string[] {
  const result = read(JSON.stringify(value), "f");
  const problems = result.ok ? [] : result.problems.map(({ message }) => message);
  return [...problems, ...result.notes.map(({ message }) => `~${message}`)];
}

function contentOf<Value>(read: ReadEvalFile<Value>): Value {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

test.each<{ file: string; read: Reader; value: unknown; messages: readonly string[] }>([
  {
    file: "metrics.json",
    read: readMetrics,
    value: { tool_calls: { Read: "5" }, total_steps: -1, errors_encountered: "none", files_created: "a.txt" },
    messages: [
      "tool_calls.Read: expected a number, found string.",
      "total_steps: expected a non-negative number, found -1.",
      "errors_encountered: expected a number, found string.",
      "files_created: expected a list of texts, found string.",
    ],
  },
  {
    file: "history.json",
    read: readHistory,
    value: { iterations: [{ version: "v0", grading_result: "draw", expectation_pass_rate: 65 }, {}] },
    messages: [
      "iterations[0].grading_result: expected baseline or won or lost or tie, found string.",
      "iterations[0].expectation_pass_rate: expected a number from 0 to 1, found 65.",
      "iterations[1].version: expected a value, found nothing.",
      "iterations[1].grading_result: expected a value, found nothing.",
    ],
  },
  {
    file: "comparison.json",
    read: readComparisonFile,
    value: {
      winner: "C",
      rubric: { A: { content: { correctness: 6 }, structure: {} } },
      output_quality: { A: { score: 1 }, B: { score: "high" } },
    },
    messages: [
      "winner: expected A or B or TIE, found string.",
      "rubric.B: expected a value, found nothing.",
      "rubric.A.content.correctness: expected a number from 1 to 5, found 6.",
      "rubric.A.structure: expected points, found none.",
      "output_quality.B.score: expected a number, found string.",
    ],
  },
  {
    file: "analysis.json",
    read: readAnalysis,
    value: {
      comparison_summary: { winner: "TIE" },
      improvement_suggestions: [{ priority: "urgent", category: "tools", suggestion: "x" }],
    },
    messages: [
      "comparison_summary.winner: expected A or B, found string.",
      "improvement_suggestions[0].priority: expected high or medium or low, found string.",
    ],
  },
  {
    file: "results.json",
    read: readOptimization,
    value: {
      original_description: "a",
      holdout: 40,
      history: [
        {
          iteration: 1,
          description: "a",
          train_results: [{ query: "q", should_trigger: true, triggers: 4, runs: 3 }],
          test_results: [{ query: "q" }],
        },
      ],
    },
    messages: [
      "holdout: expected a number from 0 to less than 1, found 40.",
      "history[0].train_results[0].triggers: expected a number from 0 to 3, found 4.",
      "history[0].test_results: expected a list of entries or null, found list.",
    ],
  },
])("errors in $file are reported with their path", ({ read, value, messages }) => {
  expect(told(read, value)).toEqual(messages);
});

test.each<readonly [string, Reader, object]>([
  ["metrics.json", readMetrics, {}],
  ["history.json", readHistory, { iterations: [] }],
  ["comparison.json", readComparisonFile, { winner: "TIE" }],
  ["analysis.json", readAnalysis, { comparison_summary: { winner: "B" } }],
  ["results.json", readOptimization, { original_description: "a", history: [] }],
])("the minimal form of %s is enough, and unknown keys are not errors", (_, read, least) => {
  expect(told(read, { ...least, extra: { by: ["somebody"] } })).toEqual([]);
});

describe("history.json", () => {
  const row = { version: "v0", parent: null, grading_result: "baseline" };

  test("the best is the marked one, if the file does not name it", () => {
    const iterations = [row, { ...row, version: "v1", is_current_best: true }];
    expect(contentOf(readHistory(JSON.stringify({ iterations }), "h")).currentBest).toBe("v1");
  });

  test("a mark that contradicts the best is reported", () => {
    expect(
      told(readHistory, {
        current_best: "v0",
        iterations: [{ ...row, version: "v1", is_current_best: true }],
      }),
    ).toEqual(["~is_current_best contradicts current_best; current_best is used."]);
  });

  test("a version that was not judged has no rate", () => {
    const read = contentOf(
      readHistory(JSON.stringify({ iterations: [{ ...row, expectation_pass_rate: null }] }), "h"),
    );
    expect(read.versions).toEqual([{ version: "v0", result: "baseline" }]);
    expect(JSON.parse(toHistoryText(read)).iterations).toEqual([{ ...row, is_current_best: false }]);
  });
});

describe("comparison.json", () => {
  test("scores are computed from the points, whatever the judge's sums", () => {
    const side = { content: { a: 5, b: 4 }, structure: { c: 3 }, content_score: 1, overall_score: 99 };
    const { rubric } = contentOf(
      readComparisonFile(JSON.stringify({ winner: "A", rubric: { A: side, B: side } }), "c"),
    );
    expect(rubric?.A).toEqual({
      content: { a: 5, b: 4 },
      structure: { c: 3 },
      contentScore: 4.5,
      structureScore: 3,
      overallScore: 7.5,
    });
    expect(scoreRubric({ content: {}, structure: {} })).toMatchObject({ overallScore: 0 });
  });

  test("passes are counted from the statements, and believed only without any", () => {
    const stated = { passed: 9, total: 9, pass_rate: 1 };
    const counted = { ...stated, details: [{ text: "a", passed: false }] };
    const { expectations } = contentOf(
      readComparisonFile(
        JSON.stringify({ winner: "A", expectation_results: { A: counted, B: stated } }),
        "c",
      ),
    );
    expect(expectations).toEqual({
      A: { passed: 0, total: 1, passRate: 0, details: [{ text: "a", passed: false }] },
      B: { passed: 9, total: 9, passRate: 1, details: [] },
    });
  });
});

describe("results.json", () => {
  const rows = (pass: boolean): OptimizationResult["iterations"][number]["train"] => [
    judgeTrigger({ query: "q", shouldTrigger: true, triggers: pass ? 3 : 0, runs: 3 }),
  ];
  const result: OptimizationResult = {
    exit: { reason: "max-iterations", iteration: 2 },
    originalDescription: "a",
    bestDescription: "a",
    holdout: 0,
    iterations: [
      { iteration: 1, description: "a", train: rows(true), validation: [] },
      { iteration: 2, description: "b", train: rows(false), validation: [] },
    ],
  };

  test("without validation its columns are null, and training is the score", () => {
    const written = JSON.parse(toOptimizationText(result));
    expect(written).toMatchObject({
      exit_reason: "max_iterations (2)",
      best_score: "1/1",
      best_train_score: "1/1",
      best_test_score: null,
      final_description: "b",
      test_size: 0,
    });
    expect(written.history[0]).toMatchObject({
      test_passed: null,
      test_failed: null,
      test_total: null,
      test_results: null,
    });
    expect(contentOf(readOptimization(toOptimizationText(result), "r"))).toEqual(result);
  });

  test.each(exitReasons)("the end %s is read as written", (reason) => {
    const ended = { ...result, exit: { reason, iteration: 2 } };
    expect(contentOf(readOptimization(toOptimizationText(ended), "r"))).toEqual(ended);
  });

  test("an end in other words is unknown", () => {
    const { exit: _, ...open } = result;
    expect(contentOf(readOptimization(toOptimizationText(open), "r"))).toEqual(open);
  });

  test("whether a query passed is believed: the best was chosen by it", () => {
    const row = { query: "q", should_trigger: true, triggers: 1, runs: 2, pass: true };
    const history = [{ iteration: 1, description: "a", results: [row] }];
    const read = contentOf(readOptimization(JSON.stringify({ original_description: "a", history }), "r"));
    expect(read.iterations[0]?.train).toEqual([
      { query: "q", shouldTrigger: true, triggers: 1, runs: 2, rate: 0.5, pass: true },
    ]);
    expect(read.bestDescription).toBe("a");
  });
});

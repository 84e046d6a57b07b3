import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { readBenchmark } from "./benchmark.ts";
import { readComparisonFile } from "./comparison.ts";
import { readAnalysis } from "./comparison-analysis.ts";
import { readEvals } from "./evals-json.ts";
import { readFeedback, toFeedbackText } from "./feedback.ts";
import { readGrading } from "./grading.ts";
import { readHistory } from "./improvement-history.ts";
import { readOptimization } from "./optimization-result.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readMetrics, readTiming } from "./run-measurements.ts";
import { readTriggerQueries } from "./trigger-queries.ts";
import { readTriggerResults } from "./trigger-results.ts";
import { readEvalCase, readEvalConfig } from "./uaaps-case.ts";
import { readEvalReport } from "./uaaps-report.ts";
import { findRuns, readEvalMetadata } from "./workspace.ts";

const readers: readonly (readonly [string, (source: string, file: string) => ReadEvalFile<unknown>])[] = [
  ["readAnalysis", readAnalysis],
  ["readBenchmark", readBenchmark],
  ["readComparisonFile", readComparisonFile],
  ["readEvalCase", readEvalCase],
  ["readEvalConfig", readEvalConfig],
  ["readEvalMetadata", readEvalMetadata],
  ["readEvalReport", readEvalReport],
  ["readEvals", readEvals],
  ["readFeedback", readFeedback],
  ["readGrading", readGrading],
  ["readHistory", readHistory],
  ["readMetrics", readMetrics],
  ["readOptimization", readOptimization],
  ["readTiming", readTiming],
  ["readTriggerQueries", readTriggerQueries],
  ["readTriggerResults", readTriggerResults],
];

describe.each(readers)("%s", (_, read) => {
  test("reports what is wrong with any text, and never throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.constantFrom("", "\ufeff", "null", "[[]]")),
        (source) => {
          const result = read(source, "f");
          expect(result.ok || result.problems.length > 0).toBe(true);
        },
      ),
    );
  });

  test("refuses endlessly nested brackets", () => {
    for (const count of [evalsLimits.evalResultDepth + 40, 100_000]) {
      expect(read(`${"[".repeat(count)}${"]".repeat(count)}`, "f").ok).toBe(false);
      expect(read(`${'{"a":'.repeat(count)}1${"}".repeat(count)}`, "f").ok).toBe(false);
    }
  });

  test("lets no control character into a message", () => {
    const key = JSON.stringify("\u001b[2Jevil\u202e");
    const result = read(`{${key}: {${key}: [${key}]}, "version": ${key}, "evals": [{${key}: 1}]}`, "f");
    const messages = [...(result.ok ? [] : result.problems), ...result.notes].map(({ message }) => message);
    expect(messages.join("")).not.toMatch(/[\u001b\u202e]/);
  });
});

test("a results file that is too large is not read", () => {
  const source = `{"expectations": [], "x": "${"x".repeat(evalsLimits.evalResultCharacters)}"}`;
  expect(readGrading(source, "f")).toMatchObject({
    ok: false,
    problems: [{ message: "The file is too large." }],
  });
});

test("the name of an eval cannot reach the prototype of what it is written to", () => {
  const source = '{"__proto__": "a", "constructor": "b"}';
  const read = readFeedback(source, "f");
  expect(read).toEqual({
    ok: true,
    value: {
      reviews: [
        { about: "__proto__", text: "a" },
        { about: "constructor", text: "b" },
      ],
    },
    notes: [],
  });
  if (!read.ok) return;
  expect(toFeedbackText(read.value, "guide").replace(/\s+/g, "")).toBe(source.replace(/\s+/g, ""));
  const benchmark = '{"run_summary": {"__proto__": {"pass_rate": {"mean": 1, "stddev": 0}}}}';
  const summary = readBenchmark(benchmark, "b");
  expect(summary.ok && Object.keys(summary.value.summary)).toEqual(["__proto__"]);
  expect({}).not.toHaveProperty("passRate");
});

test.each(["../../etc/passwd", "/etc/passwd", "C:/x", "a/../../b", "a\\..\\b", "a\u0000b"])(
  "the file %j is refused everywhere",
  (path) => {
    const text = JSON.stringify(path);
    const evals = `{"skill_name": "s", "evals": [{"id": 1, "prompt": "p", "expected_output": "e", "files": [${text}]}]}`;
    expect(readEvals(evals, "f").ok).toBe(false);
    const whole = (input: string, expected: string): string =>
      `{"name": "a", "input": {"prompt": "p", ${input}}, "expected": {${expected}}, "judge": {"criteria": "c"}}`;
    expect(readEvalCase(whole(`"files": [${text}]`, ""), "f").ok).toBe(false);
    expect(readEvalCase(whole(`"workspace-files": [${text}]`, ""), "f").ok).toBe(false);
    expect(readEvalCase(whole('"files": []', `"files-created": [${text}]`), "f").ok).toBe(false);
    expect(readEvalCase(whole('"files": []', '"files-created": ["a"]'), "f").ok).toBe(true);
    expect(
      readEvalConfig(`{"version": 1, "engine": "codex", "sandbox": {"writable-paths": [${text}]}}`, "f").ok,
    ).toBe(false);
  },
);

test("long paths cost no more than their length", () => {
  const path = `eval-${"a/".repeat(50_000)}run-1/grading.json`;
  expect(findRuns([path, `iteration-${"1".repeat(50_000)}/eval-a/with_skill/grading.json`])).toEqual([]);
});

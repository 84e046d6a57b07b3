import { describe, expect, test } from "vitest";
import { toRunResult } from "./aggregate.ts";
import { readBenchmark } from "./benchmark.ts";
import { readFeedback, toFeedbackText } from "./feedback.ts";
import { gradingOf, readGrading } from "./grading.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readTiming, toTimingText } from "./run-measurements.ts";
import { readTriggerResults } from "./trigger-results.ts";
import { readEvalReport, toEvalReportText } from "./uaaps-report.ts";
import { readEvalMetadata } from "./workspace.ts";

/** Problems, and notes behind a `~`. */
function told(read: ReadEvalFile<unknown>): readonly string[] {
  const problems = read.ok ? [] : read.problems.map(({ message }) => message);
  return [...problems, ...read.notes.map(({ message }) => `~${message}`)];
}

function contentOf<Value>(read: ReadEvalFile<Value>): Value {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

const place = { evalId: 1, configuration: "with_skill", run: 1 };

describe("grading.json", () => {
  const grading = (value: unknown): ReturnType<typeof readGrading> => readGrading(JSON.stringify(value), "g");

  test("a summary that contradicts the statements is reported, and the statements count", () => {
    const read = grading({
      expectations: [{ text: "a", passed: true, evidence: "x" }],
      summary: { passed: 2, failed: 1, total: 3, pass_rate: 0.67 },
    });
    expect(contentOf(read).summary).toEqual({ passed: 1, failed: 0, total: 1, passRate: 1 });
    expect(told(read)).toEqual(["~summary contradicts the 1 graded statements; the statements are used."]);
  });

  test("without statements the summary is believed", () => {
    const read = grading({ summary: { passed: 3, failed: 1, total: 4, pass_rate: 0.75 } });
    expect(toRunResult(place, contentOf(read))).toMatchObject({
      passRate: 0.75,
      passed: 3,
      failed: 1,
      total: 4,
    });
    expect(told(read)).toEqual([]);
  });

  test("a rounded rate of a summary is recomputed", () => {
    const read = grading({ summary: { passed: 2, failed: 1, total: 3, pass_rate: 0.6667 } });
    expect(toRunResult(place, contentOf(read)).passRate).toBe(2 / 3);
  });

  test("evidence that a judge left out is empty, and evidence is not invented", () => {
    expect(contentOf(grading({ expectations: [{ text: "a", passed: true, evidence: null }] }))).toEqual(
      gradingOf([{ text: "a", passed: true, evidence: "" }]),
    );
  });

  test("a run that was not judged has no rate", () => {
    expect(toRunResult(place, gradingOf([]))).toEqual({
      ...place,
      passed: 0,
      failed: 0,
      total: 0,
      grades: [],
      notes: [],
    });
  });

  test("a judge's mistakes are reported with their path", () => {
    expect(told(grading({ expectations: [{ text: "a" }, { text: "b", passed: "perhaps" }] }))).toEqual([
      "expectations[0].passed: expected a value, found nothing.",
      "expectations[1].passed: expected true or false, found string.",
    ]);
    expect(told(grading({ results: [] }))).toEqual([
      "Expected assertion_results or expectations, found neither.",
    ]);
    expect(told(grading([]))).toEqual(["Expected a mapping, found list."]);
  });

  test("text that is not JSON is reported with its position", () => {
    expect(readGrading('{\n  "expectations": [},\n}', "run/grading.json")).toMatchObject({
      ok: false,
      problems: [{ file: "run/grading.json", range: { start: { line: 2, column: 21 } } }],
    });
  });
});

describe("timing.json", () => {
  test("seconds alone are a time, and a missing number stays missing", () => {
    expect(contentOf(readTiming('{"total_duration_seconds": 23.3}', "t"))).toEqual({ seconds: 23.3 });
    expect(contentOf(readTiming('{"total_tokens": 5}', "t"))).toEqual({ tokens: 5 });
    expect(toTimingText({ tokens: 5 })).toBe('{\n  "total_tokens": 5\n}\n');
  });

  test("milliseconds are more exact than rounded seconds", () => {
    expect(contentOf(readTiming('{"duration_ms": 23332, "total_duration_seconds": 23.3}', "t"))).toEqual({
      seconds: 23.332,
    });
  });

  test("a byte order mark is not a mistake", () => {
    expect(contentOf(readTiming('\ufeff{"total_tokens": 5}', "t"))).toEqual({ tokens: 5 });
    expect(contentOf(readTriggerResults("\ufeff[]", "r"))).toEqual({ results: [] });
  });

  test("negative and unexpected values are reported", () => {
    expect(told(readTiming('{"total_tokens": -1, "duration_ms": "5 s"}', "t"))).toEqual([
      "total_tokens: expected a non-negative number, found -1.",
      "duration_ms: expected a number, found string.",
    ]);
  });
});

describe("feedback.json", () => {
  test("an eval can be named reviews", () => {
    expect(contentOf(readFeedback('{"reviews": "good"}', "f"))).toEqual({
      reviews: [{ about: "reviews", text: "good" }],
    });
  });

  test("several comments on one eval are joined in the flat shape", () => {
    const reviews = [
      { about: "eval-a", text: "Too long" },
      { about: "eval-a", text: "" },
      { about: "eval-a", text: "No chart" },
      { about: "eval-b", text: "" },
    ];
    expect(JSON.parse(toFeedbackText({ reviews }, "guide"))).toEqual({
      "eval-a": "Too long\nNo chart",
      "eval-b": "",
    });
  });

  test("input that is not text is reported", () => {
    expect(told(readFeedback('{"eval-a": 5, "eval-b": ["x"]}', "f"))).toEqual([
      "eval-b: expected text, found list.",
    ]);
    expect(told(readFeedback('{"reviews": [{"run_id": "a"}]}', "f"))).toEqual([
      "reviews[0].feedback: expected a value, found nothing.",
    ]);
  });
});

describe("benchmark.json", () => {
  const benchmark = (value: unknown): ReturnType<typeof readBenchmark> =>
    readBenchmark(JSON.stringify(value), "b");

  test("a written difference is not believed but worked out", () => {
    const spread = (mean: number): object => ({ tokens: { mean, stddev: null } });
    const read = benchmark({
      run_summary: { with_skill: spread(300), without_skill: spread(100), delta: { tokens: "-200" } },
    });
    expect(contentOf(read)).toEqual({
      runs: [],
      summary: {
        with_skill: { tokens: { mean: 300, stddev: 0 } },
        without_skill: { tokens: { mean: 100, stddev: 0 } },
      },
      delta: { tokens: 200 },
      notes: [],
    });
    expect(told(read)).toEqual([
      "~run_summary.delta.tokens: -200 has the wrong sign; with the skill minus without is 200.",
    ]);
  });

  test("one configuration has no difference", () => {
    expect(
      contentOf(benchmark({ run_summary: { with_skill: { pass_rate: { mean: 1, stddev: 0 } } } })),
    ).toEqual({
      runs: [],
      summary: { with_skill: { passRate: { mean: 1, stddev: 0 } } },
      notes: [],
    });
  });

  test("a run without statements has no rate, whatever the file claims", () => {
    const run = (result: object): object => ({ eval_id: 1, configuration: "with_skill", result });
    const runs = [
      run({ pass_rate: 0, total: 0 }),
      run({ pass_rate: 0.5 }),
      run({ pass_rate: 0.5, total: 2 }),
    ];
    expect(contentOf(benchmark({ runs, run_summary: {} })).runs.map(({ passRate }) => passRate)).toEqual([
      undefined,
      0.5,
      0.5,
    ]);
  });

  test("a rate is recomputed if possible, since the written one is rounded", () => {
    const run = (result: object): object => ({ eval_id: 1, configuration: "with_skill", result });
    const runs = [
      run({ pass_rate: 0.6667, passed: 2, failed: 1, total: 3 }),
      run({ passed: 1, total: 4 }),
      // More passed than there are: nothing can be counted from that.
      run({ pass_rate: 0.5, passed: 3, total: 2 }),
      run({ pass_rate: 0.5, passed: -1, total: 2 }),
    ];
    expect(contentOf(benchmark({ runs, run_summary: {} })).runs.map(({ passRate }) => passRate)).toEqual([
      2 / 3,
      1 / 4,
      0.5,
      0.5,
    ]);
  });

  test("errors are reported with line and column", () => {
    const source = `\ufeff{
  "run_summary": {"with_skill": {"tokens": {}}},
  "runs": [
    {"eval_id": "a \\" \\\\", "configuration": "x", "result": {"pass_rate": 85}},
    {"eval_id": null,
     "result": {}}
  ]
}`;
    const read = readBenchmark(source, "b");
    const places = read.ok
      ? []
      : read.problems.map(({ range: { start }, message }) => `${start.line}:${start.column} ${message}`);
    expect(places).toEqual([
      "2:44 run_summary.with_skill.tokens.mean: expected a value, found nothing.",
      "4:74 runs[0].result.pass_rate: expected a number from 0 to 1, found 85.",
      "5:5 runs[1].configuration: expected a value, found nothing.",
      "5:17 runs[1].eval_id: expected text, found null.",
    ]);
  });

  test("percentages and other mistakes are reported with their paths", () => {
    const run = { eval_id: 1, configuration: "with_skill", result: { pass_rate: 85 } };
    const faults = {
      runs: [run, { eval_id: null, result: {} }],
      run_summary: { with_skill: { tokens: {} } },
    };
    expect(told(benchmark(faults))).toEqual([
      "runs[0].result.pass_rate: expected a number from 0 to 1, found 85.",
      "runs[1].configuration: expected a value, found nothing.",
      "runs[1].eval_id: expected text, found null.",
      "run_summary.with_skill.tokens.mean: expected a value, found nothing.",
    ]);
    expect(told(benchmark({}))).toEqual(["run_summary: expected a value, found nothing."]);
  });
});

describe("trigger results", () => {
  test("whether a query passed is computed from its counts", () => {
    const rows = [{ query: "q", should_trigger: true, triggers: 1, runs: 2, trigger_rate: 0.5, pass: true }];
    const read = (options: object): unknown =>
      contentOf(readTriggerResults(JSON.stringify(rows), "r", options)).results[0]?.pass;
    expect([read({}), read({ rule: "at-least" }), read({ threshold: 0.4 })]).toEqual([false, true, true]);
  });

  test("impossible counts are reported", () => {
    const row = (triggers: unknown, runs: unknown): object => ({
      query: "q",
      should_trigger: true,
      triggers,
      runs,
    });
    expect(told(readTriggerResults(JSON.stringify({ results: [row(4, 3), row("x", 1)] }), "r"))).toEqual([
      "results[0].triggers: expected a number from 0 to 3, found 4.",
      "results[1].triggers: expected a number, found string.",
    ]);
    expect(told(readTriggerResults("{}", "r"))).toEqual(["results: expected a value, found nothing."]);
  });
});

describe("other files", () => {
  test("eval_metadata.json is read with either name for its statements", () => {
    expect(contentOf(readEvalMetadata('{"eval_id": "a", "expectations": ["x"]}', "m"))).toEqual({
      evalId: "a",
      prompt: "",
      assertions: ["x"],
    });
    expect(told(readEvalMetadata('{"prompt": "p"}', "m"))).toEqual([
      "eval_id: expected a value, found nothing.",
    ]);
  });

  test("§4.3: errors in a report are reported, and an unknown check is skipped", () => {
    const report = {
      version: 2,
      cases: [{ name: "a", verdict: "MAYBE", deterministic_checks: { contains: "PASS", color: "FAIL" } }],
    };
    expect(told(readEvalReport(JSON.stringify(report), "r"))).toEqual([
      "version: expected 1, the only version, found 2.",
      "cases[0].verdict: expected PASS or FAIL or SKIP, found string.",
    ]);
    const good = { version: 1, cases: [{ ...report.cases[0], verdict: "PASS" }] };
    expect(contentOf(readEvalReport(JSON.stringify(good), "r")).cases).toEqual([
      { name: "a", verdict: "PASS", checks: { contains: "PASS" } },
    ]);
  });

  test("§4.3: a report shows the first 500 characters of an answer, without splitting one", () => {
    const report = contentOf(readEvalReport('{"version": 1, "cases": []}', "r"));
    const snippet = (output: string): unknown =>
      JSON.parse(toEvalReportText({ ...report, cases: [{ name: "a", verdict: "PASS", checks: {}, output }] }))
        .cases[0].agent_output_snippet;
    expect(snippet("x".repeat(501))).toBe("x".repeat(500));
    expect(snippet(`${"x".repeat(499)}🙂`)).toBe("x".repeat(499));
    expect(snippet("short")).toBe("short");
  });
});

import { expect, test } from "vitest";
import { aggregate, toRunResult } from "./aggregate.ts";
import { type RunResult, readBenchmark, toBenchmarkText } from "./benchmark.ts";
import { readEvals } from "./evals-json.ts";
import { readFeedback } from "./feedback.ts";
import { type Grading, gradingOf, readGrading, toGradingText } from "./grading.ts";
import type { ReadEvalFile } from "./read-eval-file.ts";
import { readTiming, toTimingText } from "./run-measurements.ts";
import { spreadOf } from "./statistics.ts";
import { judgeTrigger } from "./trigger-results.ts";
import { findRuns } from "./workspace.ts";

/** The ten places where the guide and the skill-creator tooling disagree, by the letters of `standard.md` §5. */

function contentOf<Value>(read: ReadEvalFile<Value>): Value {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

const grades = [
  { text: "one", passed: true, evidence: "seen" },
  { text: "two", passed: false, evidence: "missing" },
];
const place = { evalId: 1, configuration: "with_skill", run: 1 };

function run(configuration: string, passRate: number, more: Partial<RunResult> = {}): RunResult {
  return {
    ...place,
    configuration,
    passRate,
    passed: 0,
    failed: 0,
    total: 1,
    grades: [],
    notes: [],
    ...more,
  };
}

test("trap a: runs are found with and without the level run-N, and below runs/", () => {
  const found = (paths: readonly string[]): readonly (readonly [string, number])[] =>
    findRuns(paths).map(({ folder, run }) => [folder, run]);
  expect(found(["iteration-1/eval-a/with_skill/grading.json"])).toEqual([
    ["iteration-1/eval-a/with_skill", 1],
  ]);
  expect(
    found([
      "iteration-1/eval-a/with_skill/run-10/grading.json",
      "iteration-1/eval-a/with_skill/run-2/grading.json",
    ]),
  ).toEqual([
    ["iteration-1/eval-a/with_skill/run-2", 2],
    ["iteration-1/eval-a/with_skill/run-10", 10],
  ]);
  expect(found(["runs/eval-a/without_skill/run-1/grading.json"])).toEqual([
    ["runs/eval-a/without_skill/run-1", 1],
  ]);
});

test("trap b: assertion_results and expectations are synonyms", () => {
  const read = (key: string): Grading =>
    contentOf(readGrading(JSON.stringify({ [key]: grades }), "grading.json"));
  expect(read("assertion_results")).toEqual(gradingOf(grades));
  expect(read("expectations")).toEqual(gradingOf(grades));
  const evals = (key: string): readonly string[] | undefined => {
    const one = { id: 1, prompt: "x", expected_output: "y", [key]: ["a"] };
    return contentOf(readEvals(JSON.stringify({ skill_name: "s", evals: [one] }), "evals.json")).evals[0]
      ?.assertions;
  };
  expect([evals("assertions"), evals("expectations")]).toEqual([["a"], ["a"]]);
});

test("trap c: a time in milliseconds is a time", () => {
  const timing = contentOf(readTiming('{"total_tokens": 10, "duration_ms": 2500}', "timing.json"));
  expect(toRunResult(place, gradingOf(grades), timing)).toMatchObject({ timeSeconds: 2.5, tokens: 10 });
  expect(JSON.parse(toTimingText(timing))).toEqual({
    total_tokens: 10,
    duration_ms: 2500,
    total_duration_seconds: 2.5,
  });
});

test("trap d: tokens are never characters of output, and a copied timing hides no timing.json", () => {
  const grading = contentOf(
    readGrading(
      JSON.stringify({
        expectations: grades,
        timing: { total_duration_seconds: 191 },
        execution_metrics: { output_chars: 12450 },
      }),
      "grading.json",
    ),
  );
  expect(toRunResult(place, grading)).toEqual({
    ...place,
    passRate: 0.5,
    passed: 1,
    failed: 1,
    total: 2,
    timeSeconds: 191,
    grades,
    notes: [],
  });
  expect(toRunResult(place, grading, { tokens: 84852, seconds: 23 })).toMatchObject({
    timeSeconds: 23,
    tokens: 84852,
  });
  // Written so that skill-creator's aggregator opens timing.json, and finds the tokens there.
  expect(JSON.parse(toGradingText(grading, "skill-creator"))).not.toHaveProperty("timing");
});

test("trap e: the difference is new minus old, however the names sort", () => {
  expect(aggregate([run("old_skill", 0.25), run("with_skill", 0.75)]).delta).toEqual({ passRate: 0.5 });
  expect(aggregate([run("with_skill", 0.75), run("without_skill", 0.25)]).delta).toEqual({ passRate: 0.5 });
  expect(aggregate([run("old_skill", 0.75), run("new_skill", 0.25)]).delta).toEqual({ passRate: -0.5 });
  const spread = (mean: number): object => ({ pass_rate: { mean, stddev: 0 } });
  const reversed = {
    run_summary: { old_skill: spread(0.25), with_skill: spread(0.75), delta: { pass_rate: "-0.50" } },
  };
  const read = readBenchmark(JSON.stringify(reversed), "benchmark.json");
  expect(contentOf(read).delta).toEqual({ passRate: 0.5 });
  expect(read.notes.map(({ message }) => message)).toEqual([
    "run_summary.delta.pass_rate: -0.5 has the wrong sign; with the skill minus without is 0.5.",
  ]);
});

test("trap f: runs are counted, and no model is named <model-name>", () => {
  const runs = [1, 2, 3, 4, 5].map((number) => run("with_skill", 1, { run: number }));
  const { metadata } = aggregate([...runs, run("without_skill", 0)], { executorModel: "model-a" });
  expect(metadata).toEqual({ executorModel: "model-a", evalsRun: [1], runsPerConfiguration: 5 });
  const placeholders = {
    metadata: {
      skill_name: "<skill-name>",
      executor_model: "<model-name>",
      evals_run: [1],
      runs_per_configuration: 3,
    },
    run_summary: {},
  };
  expect(contentOf(readBenchmark(JSON.stringify(placeholders), "benchmark.json")).metadata).toEqual({
    evalsRun: [1],
    runsPerConfiguration: 3,
  });
});

test("trap g: differences are numbers, and signed texts only if the dialect has them", () => {
  const benchmark = aggregate([
    run("with_skill", 0.85, { timeSeconds: 32, tokens: 3800 }),
    run("without_skill", 0.35, { timeSeconds: 45, tokens: 2100 }),
  ]);
  const delta = (dialect: "guide" | "skill-creator"): unknown =>
    JSON.parse(toBenchmarkText(benchmark, dialect)).run_summary.delta;
  expect(benchmark.delta).toEqual({ passRate: 0.5, timeSeconds: -13, tokens: 1700 });
  expect(delta("guide")).toEqual({ pass_rate: 0.5, time_seconds: -13, tokens: 1700 });
  expect(delta("skill-creator")).toEqual({ pass_rate: "+0.50", time_seconds: "-13.0", tokens: "+1700" });
  const nothing = aggregate([run("with_skill", 0.501), run("without_skill", 0.502)]);
  expect(JSON.parse(toBenchmarkText(nothing, "skill-creator")).run_summary.delta).toEqual({
    pass_rate: "+0.00",
  });
});

test("trap h: the deviation is that of a sample, rounded to four places", () => {
  expect(spreadOf([1, 2, 3, 4])).toEqual({ mean: 2.5, stddev: 1.291, min: 1, max: 4 });
  expect(spreadOf([1 / 3, 2 / 3])).toEqual({ mean: 0.5, stddev: 0.2357, min: 0.3333, max: 0.6667 });
});

test("trap i: both shapes of feedback are read", () => {
  expect(contentOf(readFeedback('{"eval-a": "Too long", "eval-b": ""}', "feedback.json"))).toEqual({
    reviews: [
      { about: "eval-a", text: "Too long" },
      { about: "eval-b", text: "" },
    ],
  });
  const reviews = { reviews: [{ run_id: "eval-a-with_skill", feedback: "Too long", timestamp: "t" }] };
  expect(contentOf(readFeedback(JSON.stringify(reviews), "feedback.json"))).toEqual({
    reviews: [{ about: "eval-a-with_skill", text: "Too long", timestamp: "t" }],
  });
});

test("trap j: half is not above half, unless at least half is required", () => {
  const half = { query: "q", triggers: 2, runs: 4 };
  const wanted = { ...half, shouldTrigger: true };
  const unwanted = { ...half, shouldTrigger: false };
  expect(judgeTrigger(wanted).pass).toBe(false);
  expect(judgeTrigger(wanted, { rule: "at-least" }).pass).toBe(true);
  expect(judgeTrigger(unwanted).pass).toBe(false);
  expect(judgeTrigger(unwanted, { rule: "at-least" }).pass).toBe(false);
});

import { expect, test } from "vitest";
import { aggregate, toReportBenchmark } from "./aggregate.ts";
import { type RunResult, readBenchmark, toBenchmarkText } from "./benchmark.ts";
import { compareBenchmarks } from "./compare-benchmarks.ts";
import { pairRuns } from "./significance.ts";
import type { EvalReport, Verdict } from "./uaaps-report.ts";

const seed = 42;

/** A run whose grades are written as `+` and `-`. */
function run(evalId: number, marks: string, more: Partial<RunResult> = {}): RunResult {
  const grades = [...marks].map((mark, at) => ({
    text: `statement ${at}`,
    passed: mark === "+",
    evidence: "",
  }));
  const passed = grades.filter((grade) => grade.passed).length;
  return {
    evalId,
    configuration: "with_skill",
    run: 1,
    passRate: passed / grades.length,
    passed,
    failed: grades.length - passed,
    total: grades.length,
    grades,
    notes: [],
    ...more,
  };
}

test("evals, statements and numbers are compared, and runs without the skill are ignored", () => {
  const before = aggregate([
    run(1, "+-", { timeSeconds: 10, tokens: 100 }),
    run(2, "++", { timeSeconds: 20, tokens: 200 }),
    run(1, "--", { configuration: "without_skill", timeSeconds: 1000 }),
  ]);
  const after = aggregate([
    run(1, "++", { timeSeconds: 30, evalName: "first" }),
    run(1, "+-", { timeSeconds: 30, run: 2, evalName: "first" }),
    run(3, "+", { timeSeconds: 30 }),
  ]);
  expect(compareBenchmarks(before, after, { seed })).toEqual({
    metrics: {
      passRate: { before: 0.75, after: 0.8333, difference: 0.0833 },
      timeSeconds: { before: 15, after: 30, difference: 15 },
      tokens: { before: 150 },
    },
    evals: [
      { evalId: 1, evalName: "first", before: 0.5, after: 0.75, difference: 0.25 },
      { evalId: 2, before: 1 },
      { evalId: 3, after: 1 },
    ],
    assertions: [{ evalId: 1, text: "statement 1", before: 0, after: 0.5, difference: 0.5 }],
    significance: { p: 1, method: "exact", pairs: 1, difference: 0.25 },
  });
});

test("a benchmark is no different from itself", () => {
  const benchmark = aggregate([run(1, "+-"), run(2, "++")]);
  const { metrics, evals, assertions, significance } = compareBenchmarks(benchmark, benchmark, { seed });
  expect(metrics.passRate).toEqual({ before: 0.75, after: 0.75, difference: 0 });
  expect(evals.map(({ difference }) => difference)).toEqual([0, 0]);
  expect(assertions).toEqual([]);
  expect(significance).toMatchObject({ p: 1, difference: 0 });
});

test("a result equals its own file, in which rates are rounded", () => {
  const whole = aggregate([1, 2, 3, 4, 5, 6].map((evalId) => run(evalId, "++-")));
  const file = readBenchmark(toBenchmarkText(whole, "skill-creator"), "benchmark.json");
  if (!file.ok) throw new Error("It must be read.");
  for (const [one, other] of [
    [whole, file.value],
    [file.value, whole],
  ] as const)
    expect(compareBenchmarks(one, other, { seed }).significance).toMatchObject({ p: 1, difference: 0 });
  // Files of other tools may have nothing but the rounded rates.
  const bare = { ...whole, runs: whole.runs.map((one) => ({ ...one, passRate: 0.6667 })) };
  expect(compareBenchmarks(whole, bare, { seed }).significance).toMatchObject({ p: 1, difference: 0 });
});

test("a difference is computed from the unrounded means and rounded once", () => {
  const runs = [
    run(1, "+", { timeSeconds: 0.00006 }),
    run(1, "+", { timeSeconds: 0.00014, configuration: "without_skill" }),
  ];
  expect(aggregate(runs)).toMatchObject({
    summary: {
      with_skill: { timeSeconds: { mean: 0.0001 } },
      without_skill: { timeSeconds: { mean: 0.0001 } },
    },
    delta: { timeSeconds: -0.0001 },
  });
});

test("benchmarks of the guide, which have no runs, are compared by their summaries", () => {
  const summary = (mean: number): object => ({ with_skill: { passRate: { mean, stddev: 0 } } });
  const guide = (mean: number): Parameters<typeof compareBenchmarks>[0] => ({
    runs: [],
    summary: { ...summary(mean) },
    notes: [],
  });
  expect(compareBenchmarks(guide(0.5), guide(0.75), { seed })).toEqual({
    metrics: {
      passRate: { before: 0.5, after: 0.75, difference: 0.25 },
      timeSeconds: {},
      tokens: {},
    },
    evals: [],
    assertions: [],
    significance: { p: 1, method: "exact", pairs: 0, difference: 0 },
  });
});

test("empty benchmarks are compared without a fuss", () => {
  expect(compareBenchmarks(aggregate([]), aggregate([]), { seed }).metrics.passRate).toEqual({});
});

test("§4.3: reports of UAAPS are compared as benchmarks, without what was skipped", () => {
  const report = (verdicts: Readonly<Record<string, Verdict>>): EvalReport => ({
    id: "r",
    timestamp: "t",
    durationSeconds: 1,
    config: { engine: "codex" },
    agent: { runtime: "codex", model: "m" },
    judge: {},
    environment: {},
    package: { name: "p" },
    cases: Object.entries(verdicts).map(([name, verdict]) => ({ name, verdict, checks: {} })),
  });
  const before = toReportBenchmark(report({ a: "FAIL", b: "PASS", c: "SKIP" }));
  const after = toReportBenchmark(report({ a: "PASS", b: "PASS", c: "PASS" }));
  expect(before.metadata).toEqual({
    skillName: "p",
    timestamp: "t",
    executorModel: "m",
    evalsRun: ["a", "b"],
    runsPerConfiguration: 1,
  });
  expect(compareBenchmarks(before, after, { seed }).evals).toEqual([
    { evalId: "a", before: 0, after: 1, difference: 1 },
    { evalId: "b", before: 1, after: 1, difference: 0 },
    { evalId: "c", after: 1 },
  ]);
});

test("pairs are evals with runs on both sides, each the mean of its runs", () => {
  const without = { configuration: "without_skill" };
  const runs = [
    run(1, "++", { tokens: 100 }),
    run(1, "+-", { run: 2, tokens: 200 }),
    run(1, "--", { ...without, tokens: 50 }),
    run(2, "+"),
    run(3, "-", without),
  ];
  expect(pairRuns(runs)).toEqual([{ evalId: 1, subject: 0.75, baseline: 0 }]);
  expect(pairRuns(runs, "tokens")).toEqual([{ evalId: 1, subject: 150, baseline: 50 }]);
  expect(pairRuns(runs, "timeSeconds")).toEqual([]);
});

import { afterAll, expect, test } from "vitest";
import { evalSchemas } from "../../schemas/eval.ts";
import { removeTestMachines } from "../../test-io.ts";
import { toPlanJson } from "./eval-plan-text.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import {
  openTestEvaluation,
  testEvaluated,
  testFailure,
  testOutcome,
  testOutputs,
  testPlan,
  testRun,
  testTask,
  testTriggerPlan,
  testTriggers,
  testUsage,
} from "./test-evaluation.ts";
import { toEvalsJson } from "./to-evals-json.ts";

afterAll(removeTestMachines);

const evaluation = await openTestEvaluation(["--model", "sonnet", "--judge", "opus"]);

function toRow(more: Partial<EvaluationResult>, page?: string): unknown {
  const row = JSON.parse(toEvalsJson({ evaluated: testEvaluated(more), evaluation, page }));
  expect(evalSchemas.eval?.parse(row)).toEqual(row);
  return row;
}

const significance = { p: 0.25, method: "exact", pairs: 2, difference: 0.5, sentence: "So it is." } as const;

test("each configuration has the spread of its measurements, and missing ones are null", () => {
  const outputs = testOutputs([
    testOutcome(testRun("with_skill"), { a: true, b: true }),
    testOutcome(testRun("with_skill", { run: 3 }), { a: true, b: false }),
    testOutcome(testRun("without_skill"), {}, { unjudged: 2 }),
  ]);
  expect(toRow({ outputs })).toMatchObject({
    outputs: {
      configurations: [
        {
          name: "with_skill",
          passRate: { mean: 0.75, stddev: 0.3536, min: 0.5, max: 1 },
          timeSeconds: { mean: 20, stddev: 14.1421, min: 10, max: 30 },
          tokens: { mean: 2000, stddev: 1414.2136, min: 1000, max: 3000 },
        },
        {
          name: "without_skill",
          passRate: null,
          timeSeconds: { mean: 10, stddev: 0, min: 10, max: 10 },
          tokens: { mean: 1000, stddev: 0, min: 1000, max: 1000 },
        },
      ],
      difference: { passRate: null, timeSeconds: 10, tokens: 1000 },
      significance: null,
    },
  });
});

test("a difference has its significance, with an interval if there is one", () => {
  const interval = { low: -1, high: 1 };
  const outputs = testOutputs([testOutcome(testRun(), { a: true })], {
    significance: {
      passRate: { ...significance, interval },
      timeSeconds: significance,
      tokens: significance,
    },
  });
  expect(toRow({ outputs })).toMatchObject({
    outputs: {
      difference: null,
      significance: { passRate: { ...significance, interval }, tokens: { ...significance, interval: null } },
    },
  });
});

test("runs and comparisons state their result, or why there is none", () => {
  const outputs = testOutputs(
    [
      testOutcome(testRun("with_skill"), { a: true, b: true, c: false }, { kept: true, unjudged: 4 }),
      testFailure(testRun("without_skill", { run: 2 }), "failed", "No key."),
    ],
    {
      isComplete: false,
      comparisons: [
        { task: testTask(1), run: 1, kept: false, sides: { A: "x", B: "y" }, spent: [], winner: "y" },
        { task: testTask(1), run: 2, kept: false, sides: { A: "x", B: "y" }, spent: [], reason: "No." },
      ],
    },
  );
  expect(toRow({ outputs }, "/w/report.html")).toMatchObject({
    ...{ model: "anthropic/claude-sonnet-5-5", judge: "anthropic/claude-opus-5-5", report: "/w/report.html" },
    triggers: null,
    outputs: {
      complete: false,
      runs: [
        { status: "graded", kept: true, passed: 2, failed: 1, ungraded: 4, grades: { length: 3 } },
        { status: "failed", kept: false, passed: 0, failed: 0, reason: "No key.", run: 2, grades: [] },
      ],
      comparisons: [
        { eval: 1, run: 1, winner: "y" },
        { eval: 1, run: 2, winner: null, reason: "No." },
      ],
    },
  });
});

test("queries, spending and duration", () => {
  const triggers = testTriggers([
    ["greet", true, 2],
    ["count", false, 1],
  ]);
  expect(
    toRow({
      triggers: { ...triggers, missing: 1, faults: [{ message: "No." }] },
      spent: [testUsage("claude-sonnet-5-5", 500_000, 10), testUsage("claude-opus-5-5", 500_000, 90_000)],
      durationMs: 12.6,
    }),
  ).toMatchObject({
    outputs: null,
    triggers: {
      ...{ complete: false, passed: 2, failed: 0, faults: 1 },
      ...{ precision: 2 / 3, recall: 2 / 3, accuracy: 4 / 6 },
      queries: [
        { query: "greet", shouldTrigger: true, triggers: 2, runs: 3, rate: 2 / 3, pass: true },
        { query: "count", shouldTrigger: false, triggers: 1, runs: 3, rate: 1 / 3, pass: true },
      ],
    },
    spent: { inputTokens: 1_000_000, outputTokens: 90_010, costUsd: expect.closeTo(1 + 0.0001 + 2 + 1.8, 9) },
    durationMs: 13,
    report: null,
  });
});

test("undefined rates are null", () => {
  expect(toRow({ triggers: testTriggers([["a", false, 0, 0]]) })).toMatchObject({
    triggers: { complete: true, precision: null, recall: null, accuracy: null },
  });
});

test("a plan for programs", () => {
  const outputs = testPlan(
    [
      testRun("with_skill", { state: "kept" }),
      testRun("old_skill", { state: "ungraded" }),
      testRun("old_skill", { run: 2 }),
    ],
    {
      resumes: true,
      estimate: {
        agentCalls: 2,
        judgeCalls: 1,
        comparisonCalls: 3,
        inputTokens: 1_000_000,
        basis: "measured",
      },
    },
  );
  const row = JSON.parse(
    toPlanJson(
      { outputs, triggers: testTriggerPlan(["a", "b"], { runs: 2, kept: 3, calls: 1 }) },
      evaluation,
    ),
  );
  expect(evalSchemas["eval-plan"]?.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    outputs: { evals: 1, configurations: ["with_skill", "old_skill"], runs: 3, kept: 1, resumes: true },
    triggers: { queries: 2, runs: 4, kept: 3 },
    estimate: {
      ...{ calls: 3, judgeCalls: 4, inputTokens: 1_001_000, outputTokens: 100, basis: "measured" },
      costUsd: expect.closeTo(2.003, 9),
    },
  });
});

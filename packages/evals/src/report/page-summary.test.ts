import { expect, test } from "vitest";
import { toRunResult } from "../formats/aggregate.ts";
import { gradingOf } from "../formats/grading.ts";
import { pageSummary } from "./page-summary.ts";
import type { ReportEval, ReportRun } from "./report-data.ts";
import { reportData, wordsOf } from "./test-report-data.ts";

function runOf(configuration: string, cost?: number): ReportRun {
  const result = toRunResult({ evalId: 1, configuration, run: 1 }, gradingOf([]));
  const nothing = { about: "x", outputs: [], outputsLeftOut: 0, claims: [], suggestions: [] };
  return { result, ...nothing, ...(cost === undefined ? {} : { cost }) };
}

function evalOf(id: number, name: string, runs: readonly ReportRun[]): ReportEval {
  return { id, name, about: "x", assertions: [], assertionsLeftOut: 0, runs, comparisons: [] };
}

test("the cost of a run is the mean of the known costs, on each side", () => {
  const runs = [
    ...[runOf("with_skill", 0.2), runOf("with_skill", 0.4), runOf("with_skill")],
    ...[runOf("without_skill", 0.1), runOf("other")],
  ];
  expect(wordsOf(pageSummary(reportData({ evals: [evalOf(1, "a", runs)] }))?.markup)).toBe(
    "Summary Cost of a run With skill $0.3000 Without skill $0.1000 $0.7000 for all runs, estimated from their tokens, without the judge",
  );
});

test("without costs there is no card for them, and without cards no summary", () => {
  expect(pageSummary(reportData({ evals: [evalOf(1, "a", [runOf("with_skill")])] }))).toBeUndefined();
});

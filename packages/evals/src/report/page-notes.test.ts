import { expect, test } from "vitest";
import type { BenchmarkComparison } from "../formats/compare-benchmarks.ts";
import { pageNotes, pageProblems } from "./page-summary.ts";
import type { EvalReportData, ReportEval } from "./report-data.ts";
import { reportData, wordsOf } from "./test-report-data.ts";

function evalOf(id: number, name: string): ReportEval {
  return { id, name, about: "x", assertions: [], assertionsLeftOut: 0, runs: [], comparisons: [] };
}

const significance = { p: 1, method: "exact", pairs: 1, difference: 0 } as const;

function since(assertions: BenchmarkComparison["assertions"]): EvalReportData["previous"] {
  return {
    iteration: 1,
    comparison: {
      metrics: { passRate: {}, timeSeconds: {}, tokens: {} },
      evals: [],
      assertions,
      significance,
    },
  };
}

test("changed statements are listed with the eval's name, or its id if it was removed", () => {
  const previous = since([
    { evalId: 2, text: "It is filled", difference: 0.5 },
    { evalId: 7, text: "It is short", difference: -1 },
  ]);
  const evals = [evalOf(1, "Merge"), evalOf(2, "Fill")];
  const { markup } = pageNotes(reportData({ evals, ...(previous && { previous }) }));
  expect(wordsOf(markup)).toBe("Since iteration 1 +50 points It is filled Fill −100 points It is short 7");
  expect(markup.match(/delta \w+/g)).toEqual(["delta good", "delta bad"]);
});

test("without changes, or without a previous iteration, the section is empty", () => {
  const previous = since([]);
  expect(pageNotes(reportData({ ...(previous && { previous }) })).markup).toBe("");
  expect(pageNotes(reportData({})).markup).toBe("");
});

test("notes are a list", () => {
  const { benchmark } = reportData({});
  const data = reportData({ benchmark: { ...benchmark, notes: ["One.", "Two."] } });
  expect(wordsOf(pageNotes(data).markup)).toBe("Notes One. Two.");
});

test.each([
  [1, "1 problem in the files"],
  [2, "2 problems in the files"],
])("%i problems", (count, words) => {
  const problems = Array.from({ length: count }, () => ({ file: "a.json", message: "It is empty." }));
  expect(wordsOf(pageProblems(reportData({ problems }))?.markup)).toContain(words);
});

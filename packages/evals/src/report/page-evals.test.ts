import { expect, test } from "vitest";
import { toRunResult } from "../formats/aggregate.ts";
import { type Grade, gradingOf } from "../formats/grading.ts";
import { pageEvals } from "./page-evals.ts";
import type { ReportComparison, ReportEval, ReportRun } from "./report-data.ts";
import { reportData } from "./test-report-data.ts";

/** A run of a side in which each letter is a statement: `a+ b-` is true of a and not of b. */
function runOf(configuration: string, verdicts: string, run = 1): ReportRun {
  const words = verdicts.split(" ").filter((word) => word !== "");
  const grades = words.map(
    (word): Grade => ({ text: word.slice(0, -1), passed: word.endsWith("+"), evidence: "" }),
  );
  const result = toRunResult({ evalId: 1, configuration, run }, gradingOf(grades));
  return { result, about: "x", outputs: [], outputsLeftOut: 0, claims: [], suggestions: [] };
}

/** A run that has only its rate, from a benchmark. */
function rated(configuration: string, passRate: number): ReportRun {
  const run = runOf(configuration, "");
  return { ...run, result: { ...run.result, passRate } };
}

function evalOf(runs: readonly ReportRun[], more: Partial<ReportEval> = {}): ReportEval {
  const assertions = [...new Set(runs.flatMap(({ result }) => result.grades.map(({ text }) => text)))];
  return {
    id: 1,
    name: "Form",
    about: "eval-form",
    assertions,
    assertionsLeftOut: 0,
    runs,
    comparisons: [],
    ...more,
  };
}

function markupOf(one: ReportEval): string {
  return pageEvals(reportData({ evals: [one] }), new Map())?.markup ?? "";
}

function scoresOf(one: ReportEval): readonly string[] {
  return [...markupOf(one).matchAll(/<li class="\w+"><span>([^<]*)<\/span> <strong>([^<]*)<\/strong>/g)].map(
    ([, side, share]) => `${side}: ${share}`,
  );
}

test.each<[runs: readonly ReportRun[], scores: readonly string[]]>([
  [
    [runOf("with_skill", "a+ b+"), runOf("with_skill", "a+ b-", 2), runOf("without_skill", "a- b-")],
    ["With skill: 75 %", "Without skill: 0 %"],
  ],
  [[runOf("with_skill", "a+"), runOf("with_skill", "", 2)], ["With skill: 100 %"]],
  [
    [runOf("with_skill", "a+"), runOf("without_skill", "")],
    ["With skill: 100 %", "Without skill: not judged"],
  ],
  [[runOf("with_skill", "")], ["With skill: not judged"]],
])("the score of a side is the mean of its judged runs (%#)", (runs, scores) => {
  expect(scoresOf(evalOf(runs))).toEqual(scores);
});

test.each<[what: string, runs: readonly ReportRun[], marks: string]>([
  ["all the same", [runOf("with_skill", "a+"), runOf("without_skill", "a+")], ""],
  ["better with", [runOf("with_skill", "a+"), runOf("without_skill", "a-")], "differs"],
  ["worse with", [runOf("with_skill", "a-"), runOf("without_skill", "a+")], "failed differs"],
  ["failed on both", [runOf("with_skill", "a-"), runOf("without_skill", "a-")], "failed"],
  [
    "another statement, the same rate",
    [runOf("with_skill", "a+ b-"), runOf("without_skill", "a- b+")],
    "failed differs",
  ],
  [
    "more runs, the same share",
    [runOf("with_skill", "a+"), runOf("with_skill", "a+", 2), runOf("without_skill", "a+")],
    "",
  ],
  [
    "the same in half of the runs",
    [...[1, 2].map((run) => runOf("with_skill", run === 1 ? "a+" : "a-", run)), runOf("without_skill", "a-")],
    "failed differs",
  ],
  ["one side not judged", [runOf("with_skill", "a+"), runOf("without_skill", "")], "differs"],
  ["only one side", [runOf("with_skill", "a+")], ""],
  ["only rates are known", [rated("with_skill", 0.5), rated("without_skill", 1)], "differs"],
  ["only rates, the same", [rated("with_skill", 0.5), rated("without_skill", 0.5)], ""],
  ["no skill at all", [runOf("variant", "a-")], "failed"],
])("the filters cover failures with the skill and differences: %s", (_, runs, marks) => {
  expect(/data-marks="([^"]*)"/.exec(markupOf(evalOf(runs)))?.[1]).toBe(marks);
});

test("runs can be selected by number if there are several", () => {
  const chosen = (one: ReportEval): readonly string[] =>
    [...markupOf(one).matchAll(/name="run-0" value="(\d+)"( checked)?/g)].map(
      ([, run, isFirst]) => `${run}${isFirst ?? ""}`,
    );
  const runs = [10, 2, 1].map((run) => runOf("with_skill", "a+", run));
  expect(chosen(evalOf(runs))).toEqual(["1 checked", "2", "10"]);
  expect(chosen(evalOf([runOf("with_skill", "a+"), runOf("without_skill", "a+")]))).toEqual([]);
});

test.each<[comparison: ReportComparison, words: string]>([
  [
    {
      run: 2,
      winner: "with_skill",
      reasoning: "It is.",
      scores: [{ configuration: "with_skill", score: 8 }],
    },
    "With skill is better run 2 · With skill 8.0 of 10It is.",
  ],
  [{ run: 1, reasoning: "Equal.", scores: [] }, "Neither is better run 1Equal."],
  [{ run: 1, winner: "B", reasoning: "", scores: [] }, "B is better run 1"],
])("a blind comparison shows who won (%#)", (comparison, words) => {
  const list = /<div class="blind">.*<ul>(.*)<\/ul><\/div>/.exec(
    markupOf(evalOf([runOf("with_skill", "a+")], { comparisons: [comparison] })),
  )?.[1];
  expect(list?.replace(/<[^>]*>/g, "")).toBe(words);
});

test.each([
  [0, false],
  [3, true],
])("%i omitted statements are reported: %s", (assertionsLeftOut, isTold) => {
  const markup = markupOf(evalOf([runOf("with_skill", "a+")], { assertionsLeftOut }));
  expect(markup.includes(`and ${assertionsLeftOut} more statements`)).toBe(isTold);
});

test("without evals the section is empty", () => {
  expect(pageEvals(reportData({}), new Map())).toBeUndefined();
});

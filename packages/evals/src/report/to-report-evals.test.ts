import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { aggregate, toRunResult } from "../formats/aggregate.ts";
import { toBenchmarkText } from "../formats/benchmark.ts";
import { gradingOf, toGradingText } from "../formats/grading.ts";

import { reportLimits } from "./limits.ts";
import { readWorkspace } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";

function read(files: Readonly<Record<string, string>>): EvalReportData {
  const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text]));
  return readWorkspace(createMemoryFileSystem(placed), "/w");
}

function graded(...texts: readonly string[]): string {
  const grades = texts.map((text) => ({ text, passed: true, evidence: "" }));
  return toGradingText(gradingOf(grades), "skill-creator");
}

test("evals are in the order of their numbers, runs in that of sides and numbers", () => {
  const places = [
    ...["eval-10/with_skill/run-1", "eval-2/without_skill/run-1", "eval-2/with_skill/run-10"],
    ...["eval-2/with_skill/run-2", "eval-2/a_variant/run-1", "eval-1/with_skill/run-1"],
  ];
  const { evals } = read(
    Object.fromEntries(places.map((place) => [`iteration-1/${place}/grading.json`, graded("a")])),
  );
  expect(
    evals.map(({ about, runs }) => [
      about,
      runs.map((run) => `${run.result.configuration} ${run.result.run}`),
    ]),
  ).toEqual([
    ["eval-1", ["with_skill 1"]],
    ["eval-2", ["with_skill 2", "with_skill 10", "without_skill 1", "a_variant 1"]],
    ["eval-10", ["with_skill 1"]],
  ]);
});

test("runs that exist only in a benchmark are in order too", () => {
  const runs = [3, 1, 2].map((run) =>
    toRunResult({ evalId: 1, configuration: "with_skill", run }, gradingOf([])),
  );
  const { evals } = read({ "iteration-1/benchmark.json": toBenchmarkText(aggregate(runs), "skill-creator") });
  expect(evals[0]?.runs.map(({ result }) => result.run)).toEqual([1, 2, 3]);
});

test.each([0, 1, 5])("statements beyond the limit are only counted: %i more", (more) => {
  const texts = Array.from({ length: reportLimits.reportStatements + more }, (_, at) => `statement ${at}`);
  const { evals } = read({ "iteration-1/eval-1/with_skill/run-1/grading.json": graded(...texts) });
  expect(evals[0]?.assertions).toHaveLength(reportLimits.reportStatements);
  expect(evals[0]?.assertionsLeftOut).toBe(more);
});

test.each([
  ["eval-7", "Eval 7"],
  ["eval-fill-a-form", "Fill a form"],
])("an eval without a name is named after its folder: %s", (folder, name) => {
  const { evals } = read({ [`iteration-1/${folder}/with_skill/run-1/grading.json`]: graded("a") });
  expect(evals.map((one) => one.name)).toEqual([name]);
});

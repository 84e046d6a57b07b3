import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { toOptimizationText } from "../formats/optimization-result.ts";
import { toTriggerResultsText } from "../formats/trigger-results.ts";
import { readWorkspace } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";
import { testTriggerFiles } from "./test-workspace.ts";

function read(files: Readonly<Record<string, string>>, folder = "/w"): EvalReportData {
  const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text]));
  return readWorkspace(createMemoryFileSystem(placed), folder);
}

/** Results that tell where they were read from. */
function triggerText(description: string): string {
  return toTriggerResultsText({ skillName: "pdf", description, results: [] }, "skill-creator");
}
function searchText(bestDescription: string): string {
  return toOptimizationText({ originalDescription: "x", bestDescription, holdout: 0.4, iterations: [] });
}

test.each<[what: string, paths: readonly string[], read: string | undefined]>([
  ["next to the iterations", ["triggers"], "triggers"],
  ["inside takes precedence over next to", ["triggers", "iteration-1/triggers"], "iteration-1/triggers"],
  ["the last by number", ["triggers/run-9", "triggers/run-10"], "triggers/run-10"],
  ["another iteration is another matter", ["iteration-0/triggers"], undefined],
  ["a copy of the skill inside an iteration", ["iteration-1/skill-snapshot/evals"], undefined],
  ["a copy of the skill next to the iterations", ["skill-snapshot/evals", "old/skill-snapshot"], undefined],
  [
    "what runs made",
    ["iteration-1/eval-1/with_skill/run-1", "iteration-1/with_skill/outputs", "iteration-1/outputs", "logs"],
    undefined,
  ],
])("results of triggers and of a search are found: %s", (_, paths, found) => {
  const files = Object.fromEntries(
    paths.flatMap((path) => [
      [`${path}/trigger_results.json`, triggerText(path)],
      [`${path}/results.json`, searchText(path)],
    ]),
  );
  const { triggers, optimization, problems } = read({ "iteration-1/plan.json": "{}", ...files });
  expect({ triggers: triggers?.description, search: optimization?.bestDescription, problems }).toEqual({
    ...{ triggers: found, search: found, problems: [] },
  });
});

test("a folder that is not an iteration has no neighbors", () => {
  const { "triggers/trigger_results.json": text } = testTriggerFiles();
  const files = { "triggers/trigger_results.json": String(text), "mine/benchmark.json": "{}" };
  expect(read(files, "/w/mine").triggers).toBeUndefined();
});

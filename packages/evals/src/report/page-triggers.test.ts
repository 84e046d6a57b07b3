import { expect, test } from "vitest";
import type { OptimizationResult } from "../formats/optimization-result.ts";
import { judgeTrigger, type TriggerResult } from "../formats/trigger-results.ts";
import { pageTriggers } from "./page-triggers.ts";
import { reportData, wordsOf } from "./test-report-data.ts";

function result(query: string, shouldTrigger: boolean, triggers: number): TriggerResult {
  return judgeTrigger({ query, shouldTrigger, triggers, runs: 4 });
}

function search(more: Partial<OptimizationResult>): OptimizationResult {
  const steps = [0, 3, 4].map((triggers, index) => ({
    iteration: index + 1,
    description: `Description no. ${index + 1}`,
    train: [result("a", true, triggers)],
    validation: [result("b", true, index === 1 ? 4 : 0)],
  }));
  return {
    ...{ originalDescription: "Description no. 1", bestDescription: "Description no. 2", holdout: 0.5 },
    iterations: steps,
    ...more,
  };
}

function bestOf(optimization: OptimizationResult): string {
  return (
    /Best description (.*?) All descriptions/.exec(
      wordsOf(pageTriggers(reportData({ optimization }))?.markup),
    )?.[1] ?? ""
  );
}

test("the best description is shown, or a note that it is the original", () => {
  expect(bestOf(search({}))).toBe("Description no. 2");
  expect(bestOf(search({ bestDescription: "Description no. 1" }))).toBe("The original; no other did better.");
});

test("the original and the chosen attempt are marked", () => {
  const notes = (optimization: OptimizationResult): readonly string[] =>
    [...(pageTriggers(reportData({ optimization }))?.markup.matchAll(/<small>([^<]*)<\/small>/g) ?? [])].map(
      ([, note = ""]) => note,
    );
  const { iterations } = search({});
  expect(notes(search({}))).toEqual(["the original", "chosen", ""]);
  expect(notes(search({ iterations: iterations.slice(0, 1) }))).toEqual(["the original, chosen"]);
});

test("queries are counted, with precision and recall if they are defined", () => {
  const words = (results: readonly TriggerResult[]): string =>
    wordsOf(pageTriggers(reportData({ triggers: { results } }))?.markup);
  const both = words([result("a", true, 3), result("b", true, 0), result("c", false, 1)]);
  expect(both).toContain("2 of 3 queries behaved as expected (precision 75 %, recall 38 %).");
  expect(both).toMatch(
    /Should use the skill 1 of 2 queries behaved as expected .* Should not use the skill 1 of 1/,
  );
  const quiet = words([result("c", false, 0)]);
  expect(quiet).toContain("1 of 1 queries behaved as expected.");
  expect(quiet).not.toContain("Should use the skill");
});

test("without queries and without a search, the description section is empty", () => {
  expect(pageTriggers(reportData({}))).toBeUndefined();
});

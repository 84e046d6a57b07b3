import type { OptimizationOutcome } from "@skillwright/evals";
import {
  type ExitReason,
  judgeTrigger,
  type OptimizationIteration,
  type TriggerResult,
} from "@skillwright/evals";
import { afterAll, expect, test } from "vitest";
import { evalSchemas } from "../../schemas/eval.ts";
import { removeTestMachines } from "../../test-io.ts";
import { formatOptimization, toOptimizationJson } from "./optimize-skill.ts";
import { openTestEvaluation, testUsage } from "./test-evaluation.ts";

afterAll(removeTestMachines);

const evaluation = await openTestEvaluation(["--model", "sonnet"]);

/** This many queries, some of which pass. */
function results(passed: number, total: number): readonly TriggerResult[] {
  return Array.from({ length: total }, (_, at) =>
    judgeTrigger({ query: `q${at}`, shouldTrigger: true, triggers: at < passed ? 1 : 0, runs: 1 }),
  );
}

function step(
  iteration: number,
  description: string,
  passes: readonly [number, number],
): OptimizationIteration {
  return { iteration, description, train: results(passes[0], 6), validation: results(passes[1], 4) };
}

function outcomeOf(more: Partial<OptimizationOutcome>): OptimizationOutcome {
  const history = [step(1, "Greets.", [2, 1]), step(2, "Greets guests.", [5, 3]), step(3, "Hails.", [6, 2])];
  const exit = { reason: "max-iterations", iteration: 3 } as const;
  return {
    exit,
    original: "Greets.",
    best: "Greets guests.",
    history,
    usage: [],
    faults: [],
    kept: 0,
    ...more,
  };
}

function format(more: Partial<OptimizationOutcome>, isWritten = false): string {
  return formatOptimization({ outcome: outcomeOf(more), isWritten, page: "w/report.html" }, evaluation);
}

test("the best description is marked, and how to take it", () => {
  const usage = [testUsage("claude-sonnet-5-5", 1_000_000, 100_000)];
  expect(`\n${format({ usage })}`).toMatchInlineSnapshot(`
    "
    Descriptions of greeter
         1   train 2/6   validation 1/4
      ✓  2   train 5/6   validation 3/4
         3   train 6/6   validation 2/4

    The best description:
      Greets guests.

    Run again with --write to put it into SKILL.md, at no further cost.

    Spent: $3.00, 1,000,000 tokens in, 100,000 out.
    Report: w/report.html
    "
  `);
});

test("a written description needs no hint", () => {
  const text = format({}, true);
  expect(text).toContain("The best description, now in SKILL.md:\n  Greets guests.\n");
  expect(text).not.toContain("--write");
});

test.each<[reason: ExitReason, iterations: number, words: string]>([
  ["max-iterations", 3, "No description did better on the held-back queries."],
  ["all-passed", 3, "No description did better on the held-back queries."],
  ["all-passed", 1, "All training queries already behave as expected."],
  ["max-iterations", 1, "No description did better on the held-back queries."],
  ["no-description", 1, "The model offered no usable description."],
  ["failing", 1, "The model failed, so there is nothing to compare."],
  ["aborted", 1, "Stopped before a better one was found."],
])("the original description is kept after %s with %i", (reason, iterations, words) => {
  const { history } = outcomeOf({});
  const text = format({
    exit: { reason, iteration: iterations },
    best: "Greets.",
    history: history.slice(0, iterations),
  }).replaceAll("\n", " ");
  expect(text).toContain(`${words} The current description stays.`);
  expect(text).toContain("✓  1   train 2/6");
  expect(text).not.toContain("--write");
});

test("for programs", () => {
  const outcome = outcomeOf({ usage: [testUsage("claude-sonnet-5-5", 1_000_000, 0)] });
  const row = JSON.parse(toOptimizationJson({ outcome, isWritten: true, page: undefined }, evaluation));
  expect(evalSchemas["eval-optimize"]?.parse(row)).toEqual(row);
  expect(row).toMatchObject({
    ...{ ended: "max-iterations", original: "Greets.", best: "Greets guests.", written: true },
    iterations: [
      { iteration: 1, train: { passed: 2, total: 6 }, validation: { passed: 1, total: 4 } },
      { iteration: 2, train: { passed: 5, total: 6 }, validation: { passed: 3, total: 4 } },
      { iteration: 3, train: { passed: 6, total: 6 }, validation: { passed: 2, total: 4 } },
    ],
    spent: { inputTokens: 1_000_000, costUsd: 2 },
  });
});

import type { EvalOutcome, TriggerOutcome } from "@skillwright/evals";
import { afterAll, expect, test } from "vitest";
import { removeTestMachines, type TestIoOptions } from "../../test-io.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import { reportEvals } from "./report-evals.ts";
import {
  openTestEvaluation,
  testEvaluated,
  testFailure,
  testOutcome,
  testOutputs,
  testRun,
  testTask,
  testTriggers,
} from "./test-evaluation.ts";

afterAll(removeTestMachines);

type Reported = { readonly code: number; readonly err: string };

async function report(
  more: Partial<EvaluationResult>,
  words: readonly string[] = [],
  options: TestIoOptions = {},
): Promise<Reported> {
  const evaluation = await openTestEvaluation(["--model", "sonnet", ...words], options);
  const { io, place } = evaluation;
  const evaluated = testEvaluated(more);
  const outputs = evaluated.outputs && { ...evaluated.outputs, iterationFolder: io.cwd };
  const code = await reportEvals(
    { ...evaluated, outputs },
    { ...evaluation, place: { ...place, workspace: io.cwd } },
  );
  return { code, err: io.written.err };
}

/** The skill's runs, with this many passed statements. */
function passing(passed: number, total: number, more: Partial<EvalOutcome> = {}): EvalOutcome {
  const grades = Array.from({ length: total }, (_, at) => [`s${at}`, at < passed] as const);
  const other = testOutcome(testRun("without_skill"), { s0: false });
  return testOutputs([testOutcome(testRun(), Object.fromEntries(grades)), other], more);
}

const queries = (passed: number, failed: number): TriggerOutcome =>
  testTriggers([
    ...Array.from({ length: passed }, (_, at) => [`p${at}`, true, 3] as const),
    ...Array.from({ length: failed }, (_, at) => [`f${at}`, true, 0] as const),
  ]);

test.each<[bound: string, evaluated: Partial<EvaluationResult>, below: string | undefined]>([
  ["0.8", { outputs: passing(199, 250) }, "79 % passed"],
  ["0.8", { outputs: passing(200, 250) }, undefined],
  ["0", { outputs: passing(0, 1) }, undefined],
  ["1", { outputs: passing(249, 250) }, "99 % passed"],
  ["0.8", { triggers: queries(4, 1) }, undefined],
  ["0.8", { triggers: queries(3, 1) }, "75 % passed"],
  ["0.8", { outputs: passing(5, 5), triggers: queries(3, 1) }, "75 % passed"],
  ["0.8", { outputs: passing(1, 2), triggers: queries(1, 0) }, "50 % passed"],
])("--fail-under %s applies to outputs and queries separately (%#)", async (bound, evaluated, below) => {
  const { code, err } = await report(evaluated, ["--fail-under", bound]);
  const words = `skillwright eval: ${below} with anthropic/claude-sonnet-5-5, below --fail-under ${bound}.\n`;
  expect({ code, err }).toEqual(below === undefined ? { code: 0, err: "" } : { code: 1, err: words });
});

test("without --fail-under no rate is too low", async () => {
  expect(await report({ outputs: passing(0, 5), triggers: queries(0, 2) })).toEqual({ code: 0, err: "" });
});

const failed = testFailure(testRun(), "failed", "The key is wrong.");
const skipped = testFailure(testRun(), "skipped", "Stopped.");
const done = testOutcome(testRun(), { a: true });
const fault = { message: "The model is busy." };
const uncompared = {
  task: testTask(1),
  run: 1,
  kept: false,
  sides: { A: "x", B: "y" },
  spent: [],
  reason: "No.",
};

test.each<[what: string, evaluated: Partial<EvaluationResult>, said: readonly [code: number, words: string]]>(
  [
    [
      "nothing was done, by fault of a model",
      { outputs: testOutputs([failed], { isComplete: false }) },
      [4, "1 of the runs have no result: The key is wrong."],
    ],
    [
      "some was done",
      { outputs: testOutputs([done, failed, skipped], { isComplete: false }) },
      [1, "2 of the runs have no result: The key is wrong."],
    ],
    [
      "nothing was done, without an error",
      { outputs: testOutputs([skipped], { isComplete: false }) },
      [1, "Stopped."],
    ],
    [
      "why all of it ended goes first",
      { outputs: testOutputs([done, failed], { isComplete: false, stopped: "Three failed in a row." }) },
      [1, "no result: Three failed in a row."],
    ],
    [
      "a comparison is missing",
      { outputs: testOutputs([done], { isComplete: false, comparisons: [uncompared] }) },
      [1, "1 of the runs have no result: No."],
    ],
    [
      "queries failed, all of them",
      { triggers: { ...testTriggers([["a", true, 0, 0]]), missing: 3, faults: [fault] } },
      [4, "3 of the runs have no result: The model is busy."],
    ],
    [
      "queries failed, after the runs were done",
      {
        outputs: testOutputs([done]),
        triggers: { ...testTriggers([["a", true, 0, 0]]), missing: 3, faults: [fault] },
      },
      [1, "3 of the runs have no result: The model is busy."],
    ],
    [
      "queries failed, some of them",
      { triggers: { ...testTriggers([["a", true, 1]]), missing: 1, faults: [fault] } },
      [1, "1 of the runs have no result"],
    ],
    [
      "the budget is spent",
      { outputs: testOutputs([done, skipped], { isComplete: false }), isSpent: true },
      [1, "--max-cost reached; 1 run left. Finished runs are saved: run the command again to continue.\n"],
    ],
  ],
)("missing results are reported, with the reason: %s", async (_, evaluated, [code, words]) => {
  const reported = await report(evaluated);
  expect(reported).toEqual({ code, err: expect.stringContaining(words) });
  expect(reported.err).toContain("run the command again to continue.");
});

test("Ctrl-C has its own exit code, whatever was done", async () => {
  const { code } = await report({ outputs: testOutputs([done]) }, [], { signal: AbortSignal.abort() });
  expect(code).toBe(130);
});

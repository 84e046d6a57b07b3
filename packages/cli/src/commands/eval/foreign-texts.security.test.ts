import { judgeTrigger, toBenchmarkText } from "@skillwright/evals";
import { afterAll, expect, test } from "vitest";
import { createTestIo, createTestMachine, removeTestMachines } from "../../test-io.ts";
import { formatPlan } from "./eval-plan-text.ts";
import { createEvalWatch } from "./eval-progress.ts";
import { formatEvals } from "./format-evals.ts";
import { formatOptimization } from "./optimize-skill.ts";
import { reportEvals } from "./report-evals.ts";
import {
  openTestEvaluation,
  testEvaluated,
  testFailure,
  testOutcome,
  testOutputs,
  testPlan,
  testRun,
  testTask,
  testTriggers,
} from "./test-evaluation.ts";

afterAll(removeTestMachines);

/** Clears the screen, sets the title, goes back to the start of the line, and turns the text around. */
const attack = "x\u001b[2J\u001b]0;mine\u0007\r\n\u009b2K\u202ey";

/** Nothing but lines of text. */
function expectPlain(text: string): void {
  expect(text).toContain("x");
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
}

const evaluation = await openTestEvaluation();
const foreign = { ...evaluation, place: { ...evaluation.place, skill: { name: attack, directory: "/x" } } };
const task = testTask(attack, { name: attack, prompt: attack });
const failed = testFailure(testRun("with_skill", { task }), "failed", attack);
const outputs = testOutputs([testOutcome(testRun("with_skill", { task }), { [attack]: true }), failed], {
  notes: [attack],
  comparisons: [
    {
      task,
      run: 1,
      kept: false,
      sides: { A: "x", B: "y" },
      spent: [],
      winner: attack,
      comparison: { winner: "A", reasoning: attack },
    },
  ],
});
const triggers = testTriggers([[attack, true, 0]]);

test("names, prompts, statements, queries and notes are printed as text", () => {
  expectPlain(formatEvals(testEvaluated({ outputs, triggers }), foreign, { page: attack }));
});

test("the notes of a plan are printed as text", () => {
  const plan = testPlan([testRun()], { notes: [attack] });
  expectPlain(
    formatPlan({ outputs: plan, triggers: undefined }, evaluation.models, { columns: 80, place: attack }),
  );
});

test("descriptions that a model wrote are printed as text", () => {
  const train = [judgeTrigger({ query: attack, shouldTrigger: true, triggers: 1, runs: 1 })];
  const outcome = {
    exit: { reason: "max-iterations", iteration: 1 },
    ...{ original: "Mine.", best: attack, usage: [], faults: [], kept: 0 },
    history: [{ iteration: 1, description: attack, train, validation: train }],
  } as const;
  expectPlain(formatOptimization({ outcome, isWritten: false, page: attack }, foreign));
});

test("progress is printed as text", () => {
  const io = createTestIo();
  const watch = createEvalWatch(io, { quiet: false, spent: () => 1 });
  watch.outputs({ type: "run-ended", outcome: failed, done: 1, total: 2 });
  watch.triggers({ done: 1, total: 2, query: attack, run: 1, outcome: "triggered", usage: [] });
  for (const outcome of outputs.comparisons)
    watch.outputs({ type: "comparison-ended", outcome, done: 1, total: 2 });
  expectPlain(io.written.err);
});

test("names of evals and statements of results from elsewhere are printed as text", async () => {
  const before = toBenchmarkText(outputs.benchmark, "skill-creator");
  const machine = createTestMachine({
    "repo/one.json": before,
    "repo/two.json": before
      .replaceAll('"passed": true', '"passed": false')
      .replaceAll('"pass_rate": 1', '"pass_rate": 0'),
    "repo/w/iteration-1/benchmark.json": before,
    "repo/w/iteration-1/eval-x/with_skill/run-1/grading.json": `{"expectations": [{"text": ${JSON.stringify(attack)}, "passed": "x"}]}`,
  });
  const diff = await machine.run(["eval", "diff", "one.json", "two.json"]);
  expect(diff.out).toContain("Statements that changed");
  expectPlain(diff.out);
  const report = await machine.run(["eval", "report", "w"]);
  expect(report.err).toContain("warning: w/eval-x/with_skill/run-1/grading.json");
  expectPlain(report.err);
});

test("eval files cannot inject text through their errors", async () => {
  const machine = createTestMachine({
    "repo/greeter/SKILL.md": "---\nname: greeter\ndescription: Greets.\n---\nGreet.\n",
    "repo/greeter/evals/evals.json": JSON.stringify({
      skill_name: attack,
      [attack]: 1,
      evals: [{ id: attack, prompt: 7 }],
    }),
  });
  const { code, err } = await machine.run(["eval", "greeter", "--offline", "-q"]);
  expect(code).toBe(1);
  expectPlain(err);
});

test("reasons of models and judges are printed as text", async () => {
  for (const evaluated of [
    { outputs: { ...outputs, iterationFolder: evaluation.io.cwd, isComplete: false } },
    { triggers: { ...triggers, missing: 1, faults: [{ message: attack }] } },
  ]) {
    const io = createTestIo({ cwd: evaluation.io.cwd });
    const place = { ...evaluation.place, workspace: io.cwd };
    await reportEvals(testEvaluated(evaluated), { ...evaluation, place, io });
    expectPlain(io.written.err);
  }
});

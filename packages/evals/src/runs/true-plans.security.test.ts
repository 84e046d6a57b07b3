import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import type { AgentModel } from "@skillwright/runtime/agent";
import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { testHost } from "../testing/test-suite.ts";
import { createTurnModel } from "../turns/create-turn-model.ts";
import { runEvals } from "./run-evals.ts";
import { createColorModel, createFairJudge, evalsText, say } from "./test-eval-models.ts";
import { createBench, gradingIn } from "./test-evals.ts";

const run = "iteration-1/eval-which-color/with_skill/run-1";
const text = evalsText({ assertions: ["contains: color", "It says that today is a blue day"] });
const judgeLabel = "judge-1";

const unused = (): AgentModel =>
  createColorModel(() => {
    throw new Error("The agent was run.");
  });

const grades = (...texts: readonly string[]): string =>
  JSON.stringify({ assertion_results: texts.map((one) => ({ text: one, passed: true, evidence: "x" })) });

test.each<[string, (folder: string) => void, string]>([
  ["an invalid trial", (folder) => writeFileSync(join(folder, "trial.json"), "{}"), "new"],
  ["no trial", (folder) => rmSync(join(folder, "trial.json")), "new"],
  [
    "a trial that is too large",
    (folder) => truncateSync(join(folder, "trial.json"), evalsLimits.evalResultCharacters + 1),
    "new",
  ],
  [
    "a trial without a floor",
    (folder) => {
      const file = join(folder, "trial.json");
      const deep = `{"type":"called","call":"1","tool":"bash","input":${"[".repeat(5000)}${"]".repeat(5000)}},`;
      writeFileSync(file, readFileSync(file, "utf8").replace('"events":[', `"events":[${deep}`));
    },
    "new",
  ],
  ["grades that are none", (folder) => writeFileSync(join(folder, "grading.json"), "{}"), "ungraded"],
  ["no grades", (folder) => rmSync(join(folder, "grading.json")), "ungraded"],
  [
    "grades of other statements",
    (folder) => writeFileSync(join(folder, "grading.json"), grades("contains: color", "It is good")),
    "ungraded",
  ],
  [
    "grades of too few statements",
    (folder) => writeFileSync(join(folder, "grading.json"), grades("contains: color")),
    "ungraded",
  ],
  [
    "a sum without grades",
    (folder) =>
      writeFileSync(
        join(folder, "grading.json"),
        '{"summary":{"passed":2,"failed":0,"total":2,"pass_rate":1}}',
      ),
    "ungraded",
  ],
])("%s: the plan matches what is paid for", async (_, spoil, state) => {
  const bench = createBench({ "evals/evals.json": text });
  const judge = { model: createFairJudge(), label: judgeLabel };
  await bench.run({}, { judge });
  judge.model.questions.length = 0;
  spoil(join(bench.workspace, run));
  const { runs, estimate } = await bench.plan({ judgeLabel });
  expect(runs.map((one) => one.state)).toEqual([state, "kept"]);
  expect(estimate).toMatchObject({ agentRuns: state === "new" ? 1 : 0, judgeCalls: 1 });
  const outcome = await bench.run({}, { judge, ...(state === "new" ? {} : { model: unused() }) });
  expect(outcome.isComplete).toBe(true);
  expect(judge.model.questions).toHaveLength(1);
  expect(gradingIn(outcome.runs[0])?.grades.map((grade) => grade.text)).toEqual([
    ...["contains: color", "It says that today is a blue day"],
  ]);
});

test.each(["trial.json", "grading.json", "run.json"])(
  "a change of %s between the plan and the start is not paid for",
  async (file) => {
    const bench = createBench({ "evals/evals.json": text });
    const judge = { model: createFairJudge(), label: judgeLabel };
    await bench.run({}, { judge });
    judge.model.questions.length = 0;
    const plan = await bench.plan({ judgeLabel });
    writeFileSync(join(bench.workspace, run, file), "{}");
    const started = runEvals(plan, { ...testHost, judge, model: unused(), jobs: 1 });
    await expect(started).rejects.toThrow(SkillError);
    expect(judge.model.questions).toEqual([]);
  },
);

test("saved runs that claim to have cost nothing make no run free", async () => {
  const bench = createBench({ "evals/evals.json": text });
  await bench.run();
  for (const side of ["with_skill", "without_skill"]) {
    const file = join(bench.workspace, run.replace("with_skill", side), "run.json");
    const record = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...record, steps: 0, usage: [] }));
  }
  const { estimate } = await bench.plan({ runs: 2 });
  expect(estimate).toMatchObject({ agentRuns: 2, agentCalls: 2 });
});

test("numbers below zero are no record", async () => {
  const bench = createBench({ "evals/evals.json": text });
  await bench.run();
  const file = join(bench.workspace, run, "run.json");
  const record = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...record, steps: -1000 }));
  expect((await bench.plan()).runs[0]?.state).toBe("new");
});

test("a truncated run is read back", async () => {
  const bench = createBench({ "evals/evals.json": text });
  const content = "\u0001é".repeat(250_000);
  const model = createTurnModel(async ({ prompt }) => {
    const turn = prompt.filter(({ role }) => role === "assistant").length;
    const write = { tool: "write", input: { path: `f${turn}`, content } };
    return turn < 12 ? { calls: [write] } : say("The color is BLUE today.");
  });
  await bench.run({ baseline: { kind: "none" } }, { model });
  const { estimate, runs } = await bench.plan({ baseline: { kind: "none" } });
  expect(runs.map(({ state }) => state)).toEqual(["kept"]);
  expect(estimate.agentRuns).toBe(0);
  const again = await bench.run({ baseline: { kind: "none" } }, { model: unused() });
  expect(again.runs).toMatchObject([{ kept: true, status: "graded" }]);
});

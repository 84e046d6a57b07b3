import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentModel } from "@skillwright/runtime/agent";
import { expect, test } from "vitest";
import { readGrading } from "../formats/grading.ts";
import { createTurnModel } from "../turns/create-turn-model.ts";
import type { EvalOutcome, EvalProgress } from "./eval-outcome.ts";
import {
  createColorModel,
  createFairJudge,
  evalsText,
  say,
  skillText,
  usualEvals,
} from "./test-eval-models.ts";
import { createBench, gradingIn } from "./test-evals.ts";

/** For starts in which no agent may run. */
const unused = (): AgentModel =>
  createColorModel(() => {
    throw new Error("The agent was run.");
  });

const judged = () => ({ judge: { model: createFairJudge(), label: "judge-1" } });

function keptOf({ runs }: EvalOutcome): readonly string[] {
  return runs
    .filter(({ kept }) => kept)
    .map(({ planned }) => `${planned.task.id} ${planned.configuration.name}`);
}

test("finished evals are not run again, and cost nothing", async () => {
  const bench = createBench();
  const before = await bench.run({}, judged());
  const files = bench.files();
  const judge = judged();
  const plan = await bench.plan({ judgeLabel: "judge-1" });
  expect(plan).toMatchObject({ iteration: 1, resumes: true, estimate: { agentRuns: 0, judgeCalls: 0 } });
  const after = await bench.run({}, { ...judge, model: unused() });
  expect(after.runs.map(({ kept, spent }) => [kept, spent])).toEqual(after.runs.map(() => [true, []]));
  expect(after.runs.map(({ usage }) => usage)).toEqual(before.runs.map(({ usage }) => usage));
  expect(after.benchmark.runs).toEqual(before.benchmark.runs);
  expect(judge.judge.model.questions).toEqual([]);
  expect(bench.files()).toEqual(files);
});

test("a changed skill is run in a new iteration, which reuses unaffected runs", async () => {
  const bench = createBench();
  await bench.run({ only: [1] });
  bench.write({ "SKILL.md": skillText("Say that the color is BLUE, always.") });
  expect(await bench.plan({ only: [1] })).toMatchObject({
    ...{ iteration: 2, resumes: false },
    runs: [{ state: "new" }, { state: "kept" }],
  });
  const outcome = await bench.run({ only: [1] });
  expect(outcome.iteration).toBe(2);
  expect(keptOf(outcome)).toEqual(["1 without_skill"]);
  const run = "eval-the-file/without_skill/run-1";
  for (const file of ["trial.json", "grading.json", "run.json", "timing.json", "outputs/answer.md"])
    expect(bench.read(`iteration-2/${run}/${file}`)).toEqual(bench.read(`iteration-1/${run}/${file}`));
});

test("tests and evals are no part of what a run depends on, files that it is given are", async () => {
  const bench = createBench();
  await bench.run();
  bench.write({ "tests/cases/01-more.yaml": "name: more", "evals/other.txt": "Other." });
  expect(await bench.plan()).toMatchObject({ iteration: 1, resumes: true });
  bench.write({ "evals/files/notes.txt": "Other notes." });
  const { runs } = await bench.plan();
  expect(runs.map(({ task, state }) => [task.id, state])).toEqual([
    ...[1, 1].map((id) => [id, "new"]),
    ...[2, 2].map((id) => [id, "kept"]),
  ]);
});

test.each([
  ["another model", { modelLabel: "agent-2" }],
  ["another bound of steps", { maxSteps: 3 }],
  ["another bound of time", { timeoutSeconds: 30 }],
  ["another way to the skill", { activation: "model" as const }],
  ["other surroundings", { surroundings: "no sandbox" }],
])("%s makes other runs", async (_, more) => {
  const bench = createBench();
  await bench.run({ only: [2] });
  const { runs, iteration } = await bench.plan({ only: [2], ...more });
  expect(iteration).toBe(2);
  expect(runs.map(({ state }) => state)).toEqual(["new", "new"]);
});

test("more runs keep the existing ones", async () => {
  const bench = createBench();
  await bench.run({ only: [2] });
  const { runs } = await bench.plan({ only: [2], runs: 2 });
  expect(runs.map(({ run, state }) => [run, state])).toEqual([
    ...[1, 1].map((run) => [run, "kept"]),
    ...[2, 2].map((run) => [run, "new"]),
  ]);
});

test("a changed assertion is graded again without running an agent", async () => {
  const bench = createBench();
  await bench.run({}, judged());
  bench.write({
    "evals/evals.json": usualEvals.replace(
      "It says that today is a blue day",
      "It names the blue of the day",
    ),
  });
  const plan = await bench.plan({ judgeLabel: "judge-1" });
  expect(plan.runs.map(({ state }) => state)).toEqual(["kept", "kept", "ungraded", "ungraded"]);
  expect(plan.estimate).toMatchObject({ agentRuns: 0, agentCalls: 0, judgeCalls: 2 });
  const judge = judged();
  const outcome = await bench.run({}, { ...judge, model: unused() });
  expect(judge.judge.model.questions).toHaveLength(2);
  expect(outcome).toMatchObject({ iteration: 2, isComplete: true });
  const text = bench.read("iteration-2/eval-which-color/with_skill/run-1/grading.json");
  expect(text).toContain("It names the blue of the day");
  expect(text).not.toContain("today is a blue day");
  expect(outcome.runs[2]?.spent).toMatchObject([{ model: "judge" }]);
});

test("grades for other statements are not reused when the judge fails", async () => {
  const bench = createBench();
  await bench.run({ only: [2] }, judged());
  bench.write({ "evals/evals.json": usualEvals.replace("today is a blue day", "the day is blue") });
  const judge = { model: createTurnModel(async () => say("What?")), label: "judge-1" };
  const outcome = await bench.run({ only: [2] }, { judge, model: unused() });
  expect(outcome.runs.map(({ status }) => status)).toEqual(["ungraded", "ungraded"]);
  expect(bench.files().filter((path) => /^iteration-2.*grading/.test(path))).toEqual([]);
  expect(bench.read("iteration-2/eval-which-color/with_skill/run-1/run.json")).not.toContain("gradingKey");
});

test("grades of another judge, or of none, do not count", async () => {
  const bench = createBench();
  await bench.run();
  const states = async (judgeLabel: string): Promise<readonly string[]> =>
    (await bench.plan({ judgeLabel })).runs.map(({ state }) => state);
  // The first eval has nothing for a judge.
  expect(await states("judge-1")).toEqual(["kept", "kept", "ungraded", "ungraded"]);
  await bench.run({}, { ...judged(), model: unused() });
  expect(await states("judge-2")).toEqual(["kept", "kept", "ungraded", "ungraded"]);
});

test("another dialect is written from existing results", async () => {
  const bench = createBench();
  await bench.run({}, judged());
  const judge = judged();
  const outcome = await bench.run({ dialect: "skill-creator" }, { ...judge, model: unused() });
  expect(outcome).toMatchObject({ iteration: 2, isComplete: true });
  expect(judge.judge.model.questions).toEqual([]);
  const path = "eval-which-color/with_skill/run-1/grading.json";
  const [one, other] = [1, 2].map((iteration) =>
    readGrading(bench.read(`iteration-${iteration}/${path}`), ""),
  );
  expect(other?.ok && other.value.metrics).toMatchObject({ totalToolCalls: 1 });
  expect(other?.ok && other.value.grades).toEqual(one?.ok && one.value.grades);
});

test("a fresh start reuses nothing, but continues an earlier fresh start", async () => {
  const bench = createBench();
  await bench.run({ only: [1] });
  const fresh = { only: [1], fresh: true };
  expect(await bench.plan(fresh)).toMatchObject({ iteration: 2, runs: [{ state: "new" }, { state: "new" }] });
  let calls = 0;
  const stop = new AbortController();
  const model = createColorModel(() => {
    if (++calls === 3) stop.abort();
  });
  expect(await bench.run(fresh, { model, signal: stop.signal })).toMatchObject({ isComplete: false });
  expect(await bench.plan(fresh)).toMatchObject({
    ...{ iteration: 2, resumes: true },
    runs: [{ state: "kept" }, { state: "new" }],
  });
  expect(keptOf(await bench.run(fresh))).toEqual(["1 with_skill"]);
  expect(await bench.plan(fresh)).toMatchObject({ iteration: 3, runs: [{ state: "new" }, { state: "new" }] });
});

test.each([
  ["a run without its trial", (folder: string) => rmSync(join(folder, "trial.json")), "new"],
  ["an invalid trial", (folder: string) => writeFileSync(join(folder, "trial.json"), '{"status":1}'), "new"],
  ["an invalid record", (folder: string) => writeFileSync(join(folder, "run.json"), "{"), "new"],
  ["a run without grades", (folder: string) => rmSync(join(folder, "grading.json")), "ungraded"],
])("%s is redone", async (_, spoil, state) => {
  const bench = createBench();
  const whole = await bench.run({ only: [1] });
  spoil(join(bench.workspace, "iteration-1/eval-the-file/with_skill/run-1"));
  expect((await bench.plan({ only: [1] })).runs[0]?.state).toBe(state);
  const again = await bench.run({ only: [1] });
  expect(again).toMatchObject({ isComplete: true, iteration: 1 });
  expect(again.runs.map((run) => gradingIn(run)?.grades)).toEqual(
    whole.runs.map((run) => gradingIn(run)?.grades),
  );
  expect(await bench.plan({ only: [1] })).toMatchObject({ runs: [{ state: "kept" }, { state: "kept" }] });
});

test("grades that a run's record does not mention are ignored", async () => {
  const bench = createBench();
  await bench.run({ only: [1] });
  const folder = join(bench.workspace, "iteration-1/eval-the-file/with_skill/run-1");
  const { gradingKey, ...record } = JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
  writeFileSync(join(folder, "run.json"), JSON.stringify(record));
  writeFileSync(join(folder, "grading.json"), '{"assertion_results":[]}');
  expect((await bench.plan({ only: [1] })).runs[0]?.state).toBe("ungraded");
  const { runs } = await bench.run({ only: [1] }, { model: unused() });
  expect(gradingIn(runs[0])?.summary.total).toBe(2);
  expect(bench.read("iteration-1/eval-the-file/with_skill/run-1/run.json")).toContain(gradingKey);
});

test("an iteration that another tool created is left alone", async () => {
  const bench = createBench();
  await bench.run({ only: [1] });
  const foreign = join(bench.workspace, "iteration-2");
  mkdirSync(join(foreign, "eval-x/with_skill/outputs"), { recursive: true });
  expect(await bench.plan({ only: [1] })).toMatchObject({ iteration: 3, resumes: false });
  bench.write({ "evals/evals.json": evalsText({ assertions: ["contains: BLUE"] }) });
  expect(await bench.run({}, { model: createColorModel() })).toMatchObject({ iteration: 3 });
});

test("the snapshot is the skill that was tested, whatever its author changed in the meantime", async () => {
  const bench = createBench();
  const tried = readFileSync(join(bench.directory, "SKILL.md"), "utf8");
  const model = createColorModel(() => bench.write({ "SKILL.md": skillText("Say nothing.") }));
  await bench.run({ only: [1] }, { model });
  expect(bench.read("iteration-1/skill-snapshot/SKILL.md")).toBe(tried);
});

test("runs of a version that is now the old one are reused", async () => {
  const bench = createBench();
  await bench.run({ only: [1], baseline: { kind: "none" } });
  const directory = join(bench.workspace, "iteration-1/skill-snapshot");
  bench.write({ "SKILL.md": skillText("Say that the color is BLUE, always.") });
  const outcome = await bench.run({ only: [1], baseline: { kind: "old", directory } });
  expect(keptOf(outcome)).toEqual(["1 old_skill"]);
});

test("a renamed eval is in another folder, and so in another iteration", async () => {
  const bench = createBench();
  await bench.run();
  bench.write({ "evals/evals.json": usualEvals.replace("the file", "another name") });
  expect(await bench.plan()).toMatchObject({ iteration: 2, resumes: false });
});

test("no run starts once the limit is reached, and the next start continues", async () => {
  const bench = createBench();
  const enough = new AbortController();
  const onProgress = (progress: EvalProgress): void => {
    if (progress.type === "run-ended") enough.abort();
  };
  const first = await bench.run({}, { enough: enough.signal, onProgress });
  expect(first.isComplete).toBe(false);
  expect(first.runs.filter(({ status }) => status === "graded")).toHaveLength(1);
  const second = await bench.run();
  expect(second).toMatchObject({ isComplete: true, iteration: 1 });
  expect(keptOf(second)).toHaveLength(1);
});

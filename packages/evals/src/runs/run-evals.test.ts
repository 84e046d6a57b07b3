import { expect, test } from "vitest";
import { readBenchmark } from "../formats/benchmark.ts";
import { readGrading } from "../formats/grading.ts";
import type { ReadEvalFile } from "../formats/read-eval-file.ts";
import { readMetrics, readTiming } from "../formats/run-measurements.ts";
import { findRuns, readEvalMetadata } from "../formats/workspace.ts";

import { testHost } from "../testing/test-suite.ts";
import type { EvalJudge, EvalProgress } from "./eval-outcome.ts";
import { runEvals } from "./run-evals.ts";
import { createColorModel, createFairJudge, evalsText, promptOf, skillText } from "./test-eval-models.ts";
import { createBench, type EvalBench, gradingIn } from "./test-evals.ts";

const judge = (): EvalJudge => ({ model: createFairJudge(), label: "judge-1" });

function take<Value>(read: ReadEvalFile<Value>): Value {
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join());
  return read.value;
}

/** The values of a run, as the readers of the formats have them. */
function readRun(bench: EvalBench, run: string) {
  const read = (name: string): string => bench.read(`iteration-1/${run}/${name}`);
  return {
    grading: take(readGrading(read("grading.json"), "")),
    timing: take(readTiming(read("timing.json"), "")),
  };
}

test("S0-33: evals run with the skill and without it, are graded, and are written as the guide specifies", async () => {
  const bench = createBench();
  const outcome = await bench.run({ runs: 2 }, { judge: judge() });
  expect(outcome).toMatchObject({ isComplete: true, iteration: 1, failed: [], comparisons: [] });
  expect(outcome.iterationFolder).toBe(`${bench.workspace}/iteration-1`);
  const found = findRuns(bench.files());
  expect(found.map(({ folder, hasGrading, hasTiming }) => [folder, hasGrading, hasTiming])).toEqual(
    ["eval-the-file", "eval-which-color"].flatMap((name) =>
      ["with_skill", "without_skill"].flatMap((side) =>
        [1, 2].map((run) => [`iteration-1/${name}/${side}/run-${run}`, true, true]),
      ),
    ),
  );
  const withSkill = readRun(bench, "eval-which-color/with_skill/run-1");
  expect(withSkill.grading.grades).toEqual([
    { text: "contains: color", passed: true, evidence: 'The agent said "The color is BLUE today.".' },
    {
      text: "It says that today is a blue day",
      passed: true,
      evidence: '"The color is BLUE today." – So it is.',
    },
  ]);
  expect(withSkill.timing).toMatchObject({ tokens: 220, executor: {}, grader: {} });
  expect(readRun(bench, "eval-the-file/without_skill/run-2").grading.summary).toMatchObject({ failed: 2 });
  const stated = take(readBenchmark(bench.read("iteration-1/benchmark.json"), ""));
  expect(stated.summary).toMatchObject({
    with_skill: { passRate: { mean: 1 }, tokens: { mean: 220 } },
    without_skill: { passRate: { mean: 0.25 } },
  });
  expect(stated.delta).toMatchObject({ passRate: 0.75, tokens: 0 });
  expect(take(readEvalMetadata(bench.read("iteration-1/eval-the-file/eval_metadata.json"), ""))).toEqual({
    evalId: 1,
    evalName: "the file",
    prompt: "Which color?",
    assertions: ["contains: BLUE", "file-created: color.txt"],
  });
  expect(bench.read("iteration-1/eval-the-file/with_skill/run-1/outputs/color.txt")).toContain("BLUE");
  expect(bench.read("iteration-1/eval-the-file/with_skill/run-1/transcript.md")).toContain("BLUE");
  expect(bench.files().filter((path) => !path.startsWith("iteration-1/"))).toEqual([]);
});

test("results in skill-creator's dialect have its runs, metrics and signed differences", async () => {
  const bench = createBench();
  const outcome = await bench.run({ dialect: "skill-creator" }, { judge: judge() });
  const run = "iteration-1/eval-the-file/with_skill/run-1";
  const grading = take(readGrading(bench.read(`${run}/grading.json`), ""));
  expect(grading).toMatchObject({ metrics: { toolCalls: { write: 1 }, totalSteps: 2, errors: 0 } });
  expect(take(readMetrics(bench.read(`${run}/outputs/metrics.json`), ""))).toMatchObject({
    filesCreated: ["color.txt"],
  });
  const text = bench.read("iteration-1/benchmark.json");
  expect(JSON.parse(text).run_summary.delta).toMatchObject({ pass_rate: "+0.75", tokens: "+0" });
  const stated = take(readBenchmark(text, ""));
  expect(stated.metadata).toMatchObject({
    ...{ skillName: "tried", executorModel: "agent-1", analyzerModel: "judge-1" },
    ...{ evalsRun: [1, 2], runsPerConfiguration: 1 },
  });
  expect(stated.runs).toHaveLength(4);
  expect(outcome.benchmark.runs).toHaveLength(4);
});

test("each run is reported with its tokens, and differences with their significance", async () => {
  const { runs, significance, notes } = await createBench().run({}, { judge: judge() });
  expect(runs.map(({ planned, status }) => [planned.task.id, planned.configuration.name, status])).toEqual([
    [1, "with_skill", "graded"],
    [1, "without_skill", "graded"],
    [2, "with_skill", "graded"],
    [2, "without_skill", "graded"],
  ]);
  const agent = { model: "color", inputTokens: 200, cachedInputTokens: 80, outputTokens: 20 };
  expect(runs[0]).toMatchObject({ usage: [agent], judgeUsage: [], spent: [agent], kept: false });
  expect(runs[2]).toMatchObject({ judgeUsage: [{ model: "judge" }], spent: [agent, { model: "judge" }] });
  expect(significance?.passRate).toMatchObject({ pairs: 2, difference: 0.75 });
  expect(significance?.passRate.sentence).toMatch(/^No difference can be claimed from 2 cases/);
  expect(notes.join("\n")).toContain('"contains: color" holds in every run');
});

test("with and without the skill, an agent's prompt is the same except for the skill", async () => {
  const bench = createBench();
  const asked: string[] = [];
  const model = createColorModel((request) => void asked.push(promptOf(request)));
  await bench.run({ only: [1] }, { model });
  const task = "Which color?\n\nFiles for this task, in your folder: notes.txt";
  const [first = "", , third = ""] = asked;
  expect(first).toContain(task);
  expect(third).toContain(task);
  expect(first).toContain("Always say that the color is BLUE.");
  expect(third).not.toContain("BLUE");
  expect(third).not.toContain("Names colors");
});

test("the agent can choose the skill by itself", async () => {
  const asked: string[] = [];
  const model = createColorModel((request) => void asked.push(promptOf(request)));
  await createBench().run({ only: [1], activation: "model", baseline: { kind: "none" } }, { model });
  expect(asked[0]).not.toContain("Always say that the color is BLUE.");
});

test("an older version is the baseline when one is given", async () => {
  const old = createBench({ "SKILL.md": skillText("Say nothing.") });
  const outcome = await createBench().run({ baseline: { kind: "old", directory: old.directory } });
  expect(Object.keys(outcome.benchmark.summary)).toEqual(["with_skill", "old_skill"]);
  expect(outcome.benchmark.delta?.passRate).toBeGreaterThan(0);
});

test("without a baseline there is one side and no difference", async () => {
  const outcome = await createBench().run({ baseline: { kind: "none" } });
  expect(Object.keys(outcome.benchmark.summary)).toEqual(["with_skill"]);
  expect(outcome).not.toHaveProperty("significance");
});

test("without a judge only program checks count, and a note says so", async () => {
  const { runs, notes, isComplete } = await createBench().run({ only: [2] });
  expect(isComplete).toBe(true);
  expect(gradingIn(runs[0])?.summary).toEqual({ passed: 1, failed: 0, total: 1, passRate: 1 });
  expect(runs[0]).toMatchObject({ unjudged: 1 });
  expect(notes).toContain(
    "2 statements could not be checked mechanically and were not graded: there is no judge.",
  );
});

test("a check that fails does not spare the judge the rest", async () => {
  const assertions = ["contains: RED", "It says that today is a blue day"];
  const bench = createBench({ "evals/evals.json": evalsText({ assertions }) });
  const { runs } = await bench.run({}, { judge: judge() });
  expect(gradingIn(runs[0])?.grades.map(({ passed }) => passed)).toEqual([false, true]);
});

test("an eval without assertions is run, and has no pass rate", async () => {
  const bench = createBench({ "evals/evals.json": evalsText({}) });
  const { benchmark, notes, isComplete } = await bench.run();
  expect(isComplete).toBe(true);
  expect(benchmark.runs.map(({ passRate }) => passRate)).toEqual([undefined, undefined]);
  expect(notes[0]).toContain("Eval 1 has no assertions");
});

test("runs alternate between sides, and progress counts to the end", async () => {
  const seen: EvalProgress[] = [];
  await createBench().run({ runs: 2 }, { onProgress: (progress) => void seen.push(progress) });
  const begun = seen.flatMap((one) => (one.type === "run-started" ? [one.run] : []));
  expect(begun.map(({ task, run, configuration }) => `${task.id}.${run} ${configuration.name}`)).toEqual([
    ...["1.1 with_skill", "1.1 without_skill", "2.1 without_skill", "2.1 with_skill"],
    ...["1.2 without_skill", "1.2 with_skill", "2.2 with_skill", "2.2 without_skill"],
  ]);
  expect(seen.at(-1)).toMatchObject({ type: "run-ended", done: 8, total: 8 });
});

test("parallel runs give the same result", async () => {
  const one = await createBench().run({ runs: 2 }, { judge: judge() });
  const other = await createBench().run({ runs: 2 }, { judge: judge(), jobs: 4 });
  const told = ({ runs }: typeof one): unknown =>
    runs.map((run) => [
      run.planned.task.id,
      run.planned.configuration.name,
      run.planned.run,
      gradingIn(run)?.grades,
    ]);
  expect(told(other)).toEqual(told(one));
});

test("the author's edits during evals do not affect later runs", async () => {
  const bench = createBench();
  let calls = 0;
  const model = createColorModel(() => {
    if (++calls === 1) bench.write({ "SKILL.md": skillText("Other."), "evals/files/notes.txt": "Other." });
  });
  const { benchmark } = await bench.run({ runs: 2, only: [1] }, { model });
  expect(benchmark.summary.with_skill?.passRate?.mean).toBe(1);
});

test("files that changed since the plan invalidate it", async () => {
  const host = { ...testHost, model: createColorModel(), jobs: 1 };
  const bench = createBench();
  const plan = await bench.plan();
  bench.write({ "evals/files/notes.txt": "Other." });
  await expect(runEvals(plan, host)).rejects.toMatchObject({ code: "settings-changed" });
  const again = await bench.plan();
  bench.write({ "SKILL.md": skillText("Other.") });
  await expect(runEvals(again, host)).rejects.toMatchObject({ code: "settings-changed" });
  expect(bench.files()).toEqual([]);
  const [one, other] = [await bench.plan({ runs: 2 }), await bench.plan({ runs: 1 })];
  await runEvals(one, host);
  await expect(runEvals(other, host)).rejects.toMatchObject({ code: "settings-changed" });
});

test("a plan with mistakes, or for another judge, is not run", async () => {
  const bench = createBench({ "evals/evals.json": "{}" });
  await expect(bench.run()).rejects.toMatchObject({ code: "config-invalid" });
  const other = createBench();
  await expect(other.run({ judgeLabel: "judge-2" }, { judge: judge() })).rejects.toMatchObject({
    code: "option-invalid",
  });
  expect(other.files()).toEqual([]);
});

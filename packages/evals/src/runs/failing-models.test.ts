import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiError } from "../../../runtime/src/agent/test-agent.ts";
import { createTurnModel } from "../turns/create-turn-model.ts";
import type { EvalHost, EvalOutcome } from "./eval-outcome.ts";
import {
  createColorModel,
  createFairJudge,
  createJudgeModel,
  decideFairly,
  judgeAnswer,
  promptOf,
  say,
} from "./test-eval-models.ts";
import { createBench, gradingIn } from "./test-evals.ts";

const statuses = ({ runs }: EvalOutcome): readonly string[] => runs.map(({ status }) => status);
const judgeWith = (model: EvalHost["model"]): Pick<EvalHost, "judge"> => ({
  judge: { model, label: "judge-1" },
});

test("a run whose model failed is neither saved nor graded, and is retried on the next start", async () => {
  const bench = createBench();
  let calls = 0;
  const model = createColorModel(() => {
    if (++calls === 3) throw apiError(401, "no");
  });
  const outcome = await bench.run({ only: [1], runs: 2 }, { model });
  expect(statuses(outcome)).toEqual(["graded", "graded", "failed", "graded"]);
  expect(outcome.failed).toHaveLength(1);
  expect(outcome).toMatchObject({ isComplete: false });
  expect(outcome.failed[0]?.reason).toBeTruthy();
  expect(outcome.benchmark.runs).toHaveLength(3);
  expect(outcome.notes.join()).toContain("Eval 1, without_skill, run 1: the model failed");
  expect(bench.files()).not.toContain("iteration-1/benchmark.json");
  expect(bench.files().filter((path) => path.includes("without_skill/run-1"))).toEqual([]);
  const again = await bench.run({ only: [1], runs: 2 });
  expect(again).toMatchObject({ iteration: 1, isComplete: true });
  expect(again.runs.map(({ kept }) => kept)).toEqual([true, true, false, true]);
  expect(bench.files()).toContain("iteration-1/benchmark.json");
});

test("results of an iteration that is no longer complete are removed until it is", async () => {
  const bench = createBench();
  await bench.run({ only: [1] });
  rmSync(join(bench.workspace, "iteration-1/eval-the-file/with_skill"), { recursive: true });
  const model = createColorModel(() => {
    throw apiError(401, "no");
  });
  expect(await bench.run({ only: [1] }, { model })).toMatchObject({ iteration: 1, isComplete: false });
  expect(bench.files()).not.toContain("iteration-1/benchmark.json");
});

test("a model that fails repeatedly stops everything, and finished work is kept", async () => {
  const bench = createBench();
  let calls = 0;
  const model = createColorModel(() => {
    if (++calls > 2) throw apiError(401, `no, request ${calls}`);
  });
  const outcome = await bench.run({ runs: 3 }, { model });
  expect(statuses(outcome).filter((status) => status === "failed")).toHaveLength(3);
  expect(statuses(outcome).filter((status) => status === "skipped")).toHaveLength(8);
  expect(outcome.stopped).toMatch(/^The model failed several times in a row/);
  expect(bench.files()).toContain("iteration-1/eval-the-file/with_skill/run-1/grading.json");
});

test("a judge with an unusable answer is asked once more, and its second answer counts", async () => {
  const bench = createBench();
  const asked: string[] = [];
  const model = createTurnModel(async (request) => {
    asked.push(promptOf(request));
    return say(asked.length === 1 ? "It is fine." : judgeAnswer(promptOf(request), decideFairly));
  });
  const outcome = await bench.run({ only: [2], baseline: { kind: "none" } }, judgeWith(model));
  expect(gradingIn(outcome.runs[0])?.summary).toMatchObject({ passed: 2 });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain("It is fine.");
});

test("an unintelligible judge leaves a run ungraded, and the next start grades it without an agent", async () => {
  const bench = createBench();
  const babble = createTurnModel(async () => say("It is fine."));
  const outcome = await bench.run({ only: [2] }, judgeWith(babble));
  expect(statuses(outcome)).toEqual(["ungraded", "ungraded"]);
  expect(outcome.failed[0]?.reason).toContain("The judge's answer cannot be used");
  expect(outcome.isComplete).toBe(false);
  expect(bench.files().filter((path) => path.endsWith("grading.json"))).toEqual([]);
  const model = createColorModel(() => {
    throw new Error("The agent was run.");
  });
  const again = await bench.run({ only: [2] }, { ...judgeWith(createFairJudge()), model });
  expect(again).toMatchObject({ iteration: 1, isComplete: true });
});

test("a judge that passes without proof fails the statement after a second question", async () => {
  const judge = createJudgeModel(() => ({ passed: true, quotes: ["Words that are not there."] }));
  const outcome = await createBench().run({ only: [2], baseline: { kind: "none" } }, judgeWith(judge));
  expect(judge.questions).toHaveLength(2);
  expect(gradingIn(outcome.runs[0])?.grades[1]).toMatchObject({
    passed: false,
    evidence: expect.stringContaining("not proved"),
  });
});

test("an unusable second answer leaves the first, without what it did not prove", async () => {
  let calls = 0;
  const judge = createTurnModel(async (request) => {
    if (++calls === 2) return say("As I said.");
    return say(
      judgeAnswer(promptOf(request), () => ({ passed: true, quotes: ["Words that are not there."] })),
    );
  });
  const outcome = await createBench().run({ only: [2], baseline: { kind: "none" } }, judgeWith(judge));
  expect(calls).toBe(2);
  expect(outcome.runs[0]).toMatchObject({ status: "graded", grading: { summary: { passed: 1, failed: 1 } } });
});

test("a judge that fails repeatedly stops everything, and agents' runs are kept", async () => {
  const bench = createBench();
  const judge = createTurnModel(async () => {
    throw apiError(403, "no");
  });
  const outcome = await bench.run({ runs: 3, only: [2] }, judgeWith(judge));
  expect(statuses(outcome).toSorted()).toEqual([
    ...["skipped", "skipped", "skipped"],
    ...["ungraded", "ungraded", "ungraded"],
  ]);
  expect(outcome.stopped).toMatch(/^The judge failed several times in a row/);
});

test("an abort ends running trials, keeps finished work, and releases the workspace", async () => {
  const bench = createBench();
  const stop = new AbortController();
  let calls = 0;
  const model = createColorModel(async ({ abortSignal }) => {
    if (++calls !== 4) return;
    const stopped = new Promise((resolve) => abortSignal?.addEventListener("abort", resolve));
    stop.abort(new Error("enough"));
    await stopped;
    abortSignal?.throwIfAborted();
  });
  const outcome = await bench.run({}, { model, signal: stop.signal });
  expect(statuses(outcome)).toEqual(["graded", "skipped", "skipped", "skipped"]);
  expect(outcome).toMatchObject({ isComplete: false, stopped: "Stopped before all runs were done." });
  expect(existsSync(join(bench.workspace, ".lock"))).toBe(false);
  expect(existsSync(join(bench.workspace, ".unfinished"))).toBe(false);
  const again = await bench.run();
  expect(again).toMatchObject({ iteration: 1, isComplete: true });
  expect(again.runs.map(({ kept }) => kept)).toEqual([true, false, false, false]);
});

test("an abort while the judge runs keeps the agent's run", async () => {
  const bench = createBench();
  const stop = new AbortController();
  const judge = createTurnModel(async ({ abortSignal }) => {
    stop.abort(new Error("enough"));
    abortSignal?.throwIfAborted();
    return say("");
  });
  const outcome = await bench.run({ only: [2] }, { ...judgeWith(judge), signal: stop.signal });
  expect(statuses(outcome)).toEqual(["ungraded", "skipped"]);
  expect(outcome.failed[0]?.reason).toBe("Stopped.");
  expect((await bench.plan({ only: [2], judgeLabel: "judge-1" })).runs[0]?.state).toBe("ungraded");
});

test("agents that run out of time or steps have failed at the task, and are graded", async () => {
  const bench = createBench();
  const outcome = await bench.run({ only: [1], maxSteps: 1 });
  expect(outcome.runs).toMatchObject([
    { trialStatus: "out-of-steps", status: "graded" },
    { trialStatus: "out-of-steps", status: "graded" },
  ]);
  expect(outcome.notes).toContain("Eval 1, with_skill, run 1: the agent ran out of steps.");
});

test("a second process on the same workspace is refused, and changes nothing", async () => {
  const bench = createBench();
  let second: Promise<unknown> | undefined;
  const model = createColorModel(async () => {
    second ??= bench.run({ only: [2] }).catch((error: unknown) => error);
    await second;
  });
  const outcome = await bench.run({ only: [1] }, { model });
  expect(await second).toMatchObject({ code: "file-unreadable", details: { path: bench.workspace } });
  expect(outcome.isComplete).toBe(true);
  expect(bench.files().some((path) => path.includes("which-color"))).toBe(false);
});

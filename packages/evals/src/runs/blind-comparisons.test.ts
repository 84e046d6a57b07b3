import { rmSync } from "node:fs";
import { join } from "node:path";
import type { AgentModel } from "@skillwright/runtime/agent";
import { expect, test } from "vitest";
import { readComparisonFile } from "../formats/comparison.ts";
import { createTurnModel } from "../turns/create-turn-model.ts";
import type { EvalJudge, EvalOutcome } from "./eval-outcome.ts";
import { createColorModel, promptOf, say } from "./test-eval-models.ts";
import { createBench } from "./test-evals.ts";

type BlindJudge = { readonly judge: EvalJudge; readonly questions: string[] };

/** Prefers the blue output; `winner` overrides that. */
function createBlindJudge(winner?: string): BlindJudge {
  const questions: string[] = [];
  const points = (value: number): object => ({
    content: { correctness: value, completeness: value, accuracy: value },
    structure: { organization: value, formatting: value, usability: value },
  });
  const model: AgentModel = createTurnModel(async (request) => {
    const asked = promptOf(request);
    questions.push(asked);
    const better = asked.indexOf("is BLUE today") < asked.indexOf("is GREY today") ? "A" : "B";
    const rubric = { A: points(better === "A" ? 5 : 2), B: points(better === "B" ? 5 : 2) };
    return say(JSON.stringify({ winner: winner ?? better, reasoning: "Blue is better.", rubric }));
  });
  return { judge: { model, label: "judge-1" }, questions };
}

const winners = ({ comparisons }: EvalOutcome): readonly unknown[] => comparisons.map(({ winner }) => winner);

test("a blind judge decides which output is better, in random order", async () => {
  const bench = createBench();
  const { judge, questions } = createBlindJudge();
  const request = { only: [1], blind: true, runs: 4 };
  const outcome = await bench.run(request, { judge });
  expect(outcome.isComplete).toBe(true);
  expect(winners(outcome)).toEqual(Array.from({ length: 4 }, () => "with_skill"));
  expect(new Set(outcome.comparisons.map(({ sides }) => sides.A))).toEqual(
    new Set(["with_skill", "without_skill"]),
  );
  expect(questions).toHaveLength(4);
  for (const question of questions) {
    expect(question).not.toMatch(/with_skill|without_skill|Always say|calls write/);
    expect(question).toContain("Which color?");
  }
  const text = bench.read("iteration-1/eval-the-file/comparison-1.json");
  expect(readComparisonFile(text, "")).toMatchObject({ ok: true, value: { reasoning: "Blue is better." } });
  expect(JSON.parse(text)).toMatchObject({ winner_configuration: "with_skill" });
  expect(bench.read("iteration-1/benchmark.md")).toContain(
    "Blind comparisons, by who was found better: with_skill 4.",
  );
});

test("the order is the same for the same seed, and differs for another", async () => {
  const orders = async (seed: number): Promise<string> => {
    const outcome = await createBench().run({ only: [1], blind: true, runs: 6, seed }, createBlindJudge());
    return outcome.comparisons.map(({ sides }) => sides.A).join();
  };
  expect(await orders(1)).toBe(await orders(1));
  expect(await orders(1)).not.toBe(await orders(2));
});

test("comparisons are saved like runs", async () => {
  const bench = createBench();
  const request = { only: [1], blind: true };
  await bench.run(request, createBlindJudge());
  const { judge, questions } = createBlindJudge();
  expect((await bench.plan({ ...request, judgeLabel: "judge-1" })).comparisons).toBe(0);
  const again = await bench.run(request, { judge });
  expect(again.comparisons).toMatchObject([{ kept: true, winner: "with_skill", spent: [] }]);
  const more = await bench.run({ ...request, runs: 2 }, { judge });
  expect(more.comparisons.map(({ kept }) => kept)).toEqual([true, false]);
  expect(questions).toHaveLength(1);
  expect((await bench.plan({ ...request, judgeLabel: "judge-1", fresh: true })).comparisons).toBe(1);
});

test("there is no winner if neither is better", async () => {
  const outcome = await createBench().run({ only: [1], blind: true }, createBlindJudge("TIE"));
  expect(winners(outcome)).toEqual([undefined]);
  expect(outcome).toMatchObject({ isComplete: true, comparisons: [{ comparison: { winner: "TIE" } }] });
});

test("a failed comparison is retried on the next start", async () => {
  const bench = createBench();
  const request = { only: [1], blind: true };
  const outcome = await bench.run(request, createBlindJudge("C"));
  expect(outcome).toMatchObject({ isComplete: false, comparisons: [{ kept: false }] });
  expect(outcome.comparisons[0]?.reason).toContain("winner");
  expect(outcome.notes).toContain("1 comparison failed.");
  const again = await bench.run(request, createBlindJudge());
  expect(again).toMatchObject({ isComplete: true, iteration: 1, comparisons: [{ winner: "with_skill" }] });
});

test("a run without its other side is not compared", async () => {
  const model = createColorModel((request) => {
    if (!promptOf(request).includes("BLUE")) throw new Error("no");
  });
  const { judge, questions } = createBlindJudge();
  const outcome = await createBench().run({ only: [1], blind: true }, { model, judge });
  expect(outcome.comparisons).toMatchObject([{ reason: "At least one of the two outputs is missing." }]);
  expect(questions).toEqual([]);
});

test("a comparison is redone when an agent has produced a new output since", async () => {
  const bench = createBench();
  const request = { only: [1], blind: true, runs: 1 };
  await bench.run(request, createBlindJudge());
  rmSync(join(bench.workspace, "iteration-1/eval-the-file/with_skill/run-1"), { recursive: true });
  const judge = createBlindJudge();
  expect((await bench.plan({ ...request, judgeLabel: "judge-1" })).comparisons).toBe(1);
  const outcome = await bench.run(request, judge);
  expect(outcome.comparisons.map(({ kept }) => kept)).toEqual([false]);
  expect(judge.questions).toHaveLength(1);
});

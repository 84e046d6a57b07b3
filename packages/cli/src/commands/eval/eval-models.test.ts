import { afterAll, expect, test } from "vitest";
import { removeTestMachines } from "../../test-io.ts";
import { createCostMeter, type EvalModels, formatUsage } from "./eval-models.ts";

import { openTestEvaluation, testUsage } from "./test-evaluation.ts";

afterAll(removeTestMachines);

const million = testUsage("claude-sonnet-5-5", 1_000_000, 0);

async function modelsOf(...words: readonly string[]): Promise<EvalModels> {
  return (await openTestEvaluation(words)).models;
}

test("spending stops when the limit is reached, not before", async () => {
  const spending = createCostMeter(await modelsOf("--model", "sonnet"), 4);
  spending.add([million]);
  expect([spending.dollars(), spending.enough.aborted]).toEqual([2, false]);
  spending.add([million]);
  expect([spending.dollars(), spending.enough.aborted]).toEqual([4, true]);
  expect(spending.usages()).toEqual([million, million]);
});

test("without a bound, or without a price, it is never enough", async () => {
  const unbound = createCostMeter(await modelsOf("--model", "sonnet"), undefined);
  const unpriced = createCostMeter({ cost: () => undefined }, 1);
  for (const spending of [unbound, unpriced]) {
    spending.add([million, million]);
    expect(spending.enough.aborted).toBe(false);
  }
  expect(unpriced.dollars()).toBeUndefined();
});

test("--max-cost needs the prices of both models", async () => {
  await expect(modelsOf("--model", "sonnet", "--judge", "opus", "--max-cost", "1")).resolves.toBeDefined();
  for (const words of [
    ["--model", "claude-nobody-9", "--judge", "opus"],
    ["--model", "sonnet", "--judge", "claude-nobody-9"],
  ]) {
    await expect(modelsOf(...words, "--max-cost", "1"), words.join(" ")).rejects.toThrow(
      "--max-cost cannot be enforced",
    );
    await expect(modelsOf(...words), words.join(" ")).resolves.toBeDefined();
  }
});

test("each model has its own price: what the judge uses is not paid as the agent's", async () => {
  const models = await modelsOf("--model", "haiku", "--judge", "opus");
  const cost = models.cost([
    { model: "claude-haiku-5-5", inputTokens: 50_000, cachedInputTokens: 30_000, outputTokens: 10_000 },
    testUsage("claude-opus-5-5", 50_000, 10_000),
  ]);
  expect(cost).toBeCloseTo(0.02 * 0.1 + 0.03 * 0.01 + 0.01 * 0.5 + 0.05 * 4 + 0.01 * 20, 9);
});

test("many short answers are not paid as a long prompt", async () => {
  const models = await modelsOf("--model", "haiku");
  expect(models.cost([testUsage("claude-haiku-5-5", 1_000_000, 0)])).toBeCloseTo(0.1, 9);
});

test("if one price is unknown, so is the total", async () => {
  const models = await modelsOf("--model", "sonnet");
  expect(models.cost([million, testUsage("somebody/else", 1, 1)])).toBeUndefined();
});

test.each<[words: readonly string[], isFree: boolean, judge: string | undefined]>([
  [["--offline"], true, undefined],
  [["--offline", "--judge", "none"], true, undefined],
  [["--offline", "--judge", "opus"], false, "anthropic/claude-opus-5-5"],
  [["--model", "sonnet"], false, "anthropic/claude-sonnet-5-5"],
  [["--model", "sonnet", "--judge", "none"], false, undefined],
])("whether anything costs money, and who grades: %j", async (words, isFree, judge) => {
  const models = await modelsOf(...words);
  expect({ isFree: models.isFree, judge: models.judge?.label }).toEqual({ isFree, judge });
});

test.each<[inputs: readonly [number, number], cost: number | undefined, text: string]>([
  [[0, 0], 0, "Nothing was spent."],
  [[0, 1], 0.25, "Spent: $0.2500, 0 tokens in, 1 out."],
  [[1500, 0], undefined, "Spent: cost unknown, 1,500 tokens in, 0 out."],
])("spending as text: %j", ([input, output], cost, text) => {
  expect(formatUsage([testUsage("m", input, output)], { cost: () => cost })).toBe(text);
});

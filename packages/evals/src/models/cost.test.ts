import { expect, test } from "vitest";
import { costOf, formatCost, type Price } from "./cost.ts";
import { knownModels, priceOf } from "./known-models.ts";

const price: Price = {
  input: 2,
  cachedInput: 0.2,
  output: 10,
  longPrompt: { above: 100_000, input: 4, cachedInput: 0.4, output: 15 },
};

test("input, cached input and output are priced apart", () => {
  const usage = { inputTokens: 50_000, cachedInputTokens: 40_000, outputTokens: 1000 };
  expect(costOf(usage, price)).toBeCloseTo(0.02 + 0.008 + 0.01, 10);
});

test("a prompt longer than the provider's bound costs more as a whole, cache and output included", () => {
  const usage = { inputTokens: 100_001, cachedInputTokens: 1, outputTokens: 1000 };
  expect(costOf(usage, price)).toBeCloseTo(0.4 + 0.0000004 + 0.015, 10);
  expect(costOf({ ...usage, inputTokens: 100_000 }, price)).toBeCloseTo(0.199998 + 0.0000002 + 0.01, 10);
});

test("more cached tokens than input tokens never make the cost negative", () => {
  expect(costOf({ inputTokens: 0, cachedInputTokens: 10, outputTokens: 0 }, price)).toBeCloseTo(0.000002, 12);
});

test("without a price the cost is unknown, not zero", () => {
  const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 10 };
  expect(costOf(usage, undefined)).toBeUndefined();
  expect(costOf(usage, { input: 0, cachedInput: 0, output: 0 })).toBe(0);
});

test.each([
  [undefined, "unknown"],
  [0, "$0"],
  [0.000_01, "less than $0.0001"],
  [0.0042, "$0.0042"],
  [0.5, "$0.5000"],
  [12.345, "$12.35"],
] as const)("a cost of %s is shown as %s", (dollars, shown) => {
  expect(formatCost(dollars)).toBe(shown);
});

test("a model costs the same under its name with a date", () => {
  expect(priceOf("claude-haiku-4-5-20251001")).toEqual({ input: 1, cachedInput: 0.1, output: 5 });
  expect(priceOf("gpt-6-luna-2026-09-22")).toEqual(priceOf("gpt-6-luna"));
  expect(priceOf("claude-haiku-4-5-turbo")).toBeUndefined();
});

test("every maker has one default and one model of each size, and cached input is cheaper", () => {
  for (const models of Object.values(knownModels)) {
    expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(models.flatMap(({ size }) => size ?? [])).toEqual(["small", "medium", "large"]);
    for (const { price: rates } of models) {
      expect(rates.cachedInput).toBeLessThan(rates.input);
      expect(rates.input).toBeLessThan(rates.output);
    }
  }
});

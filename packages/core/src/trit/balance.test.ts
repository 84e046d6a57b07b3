import { expect, test } from "vitest";
import { add, balanceOf, balanceOfElements, inverse, isBalanced, multiply, negate } from "./balance.ts";
import type { Element } from "./trit.ts";

const elements: readonly Element[] = [0, 1, 2];
const pairs = elements.flatMap((a) => elements.map((b) => [a, b] as const));
const triples = pairs.flatMap(([a, b]) => elements.map((c) => [a, b, c] as const));

test("S1-45: names whose trits add up to zero are balanced, and so is the empty set", () => {
  expect(balanceOf(["pdf", "xlsx"])).toEqual({ sum: 0, balanced: true, needed: 0 });
  expect(balanceOf(["hello", "skill"])).toEqual({ sum: 0, balanced: true, needed: 0 });
  expect(balanceOf([])).toEqual({ sum: 0, balanced: true, needed: 0 });
});

test("S1-45: otherwise it says which element is missing", () => {
  expect(balanceOf(["hello"])).toEqual({ sum: 1, balanced: false, needed: 2 });
  expect(balanceOf(["skill", "pdf"])).toEqual({ sum: 2, balanced: false, needed: 1 });
});

test("S1-45: 9 of the 27 triples are balanced", () => {
  expect(triples.filter(isBalanced)).toHaveLength(9);
});

test("S1-45: every triple becomes a balanced quad with the element it needs", () => {
  for (const triple of triples) expect(isBalanced([...triple, balanceOfElements(triple).needed])).toBe(true);
});

test("the operations are those of the field with three elements", () => {
  expect(pairs.map(([a, b]) => add(a, b))).toEqual([0, 1, 2, 1, 2, 0, 2, 0, 1]);
  expect(pairs.map(([a, b]) => multiply(a, b))).toEqual([0, 0, 0, 0, 1, 2, 0, 2, 1]);
  expect(elements.map(negate)).toEqual([0, 2, 1]);
  expect([multiply(1, inverse(1)), multiply(2, inverse(2))]).toEqual([1, 1]);
});

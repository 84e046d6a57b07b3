import { expect, test } from "vitest";
import { hashPair } from "./hash-word.ts";
import { createPairFilter, hasPair } from "./pair-filter.ts";

const pairs = Int32Array.from({ length: 1000 }, (_, index) => hashPair(index, index + 1));
const filter = createPairFilter(pairs);
const whole = { start: 0, end: filter.length };

test("a pair in the filter is never missed", () => {
  expect(pairs.every((pair) => hasPair(filter, whole, pair))).toBe(true);
});

test("false positives are rare", () => {
  const others = Array.from({ length: 10_000 }, (_, index) => hashPair(index + 5000, index));
  expect(others.filter((pair) => hasPair(filter, whole, pair)).length).toBeLessThan(500);
});

test("a filter is found inside a row of filters", () => {
  const row = new Uint32Array(filter.length + 8).fill(0);
  row.set(filter, 8);
  expect(hasPair(row, { start: 8, end: row.length }, pairs[7] ?? 0)).toBe(true);
});

test("an empty filter has the smallest size and contains nothing", () => {
  const empty = createPairFilter(new Int32Array(0));
  expect(empty).toEqual(new Uint32Array(1));
  expect(hasPair(empty, { start: 0, end: 1 }, 12_345)).toBe(false);
});

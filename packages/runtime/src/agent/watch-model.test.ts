import { expect, test } from "vitest";
import { isNestedDeeper } from "./watch-model.ts";

test.each([
  ["{}", 1, false],
  ["[[]]", 2, false],
  ["[[[]]]", 2, true],
  ['{"a":{"b":[1]}}', 3, false],
  ['{"a":{"b":[1]}}', 2, true],
  ['["[[[[", "]", "\\"[[[["]', 1, false],
  ["[],[],[],[]", 1, false],
])("%s is deeper than %i: %s", (json, bound, expected) => {
  expect(isNestedDeeper(json, bound)).toBe(expected);
});

test("a long text takes time in proportion to its length", () => {
  expect(isNestedDeeper(`["${"\\\\".repeat(1_000_000)}`, 2)).toBe(false);
  expect(isNestedDeeper('"'.repeat(2_000_000), 2)).toBe(false);
});

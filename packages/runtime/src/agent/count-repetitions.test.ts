import fc from "fast-check";
import { expect, test } from "vitest";
import { countRepetitions } from "./count-repetitions.ts";

test.each([
  ["", 1],
  ["a", 1],
  ["ab", 1],
  ["aa", 2],
  ["baaaa", 4],
  ["aaaab", 1],
  ["abab", 2],
  ["xababab", 3],
  ["ababa", 2],
  ["abcabcabc", 3],
  ["abcabcab", 2],
  ["abcdabcd", 1],
  ["abacada", 1],
])("the end of %j is there %i times", (calls, times) => {
  expect(countRepetitions([...calls])).toBe(times);
});

test("a circle of up to three is counted, whatever came before it", () => {
  const letters = fc.constantFrom("a", "b", "c", "d");
  const circle = fc.array(letters, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(letters), circle, fc.integer({ min: 1, max: 8 }), (before, turn, times) => {
      const calls = [...before, ...Array.from({ length: times }, () => turn).flat()];
      expect(countRepetitions(calls)).toBeGreaterThanOrEqual(times);
    }),
  );
});

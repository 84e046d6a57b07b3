import fc from "fast-check";
import { expect, test } from "vitest";
import { findNearest } from "./find-nearest.ts";

test.each([
  ["abcabd", "abd", { at: 3, length: 3 }],
  ["abcabd", "abx", { at: 0, length: 2 }],
  ["aaab", "aab", { at: 1, length: 3 }],
  ["abababac", "ababac", { at: 2, length: 6 }],
  ["", "a", { at: 0, length: 0 }],
  ["xyz", "a", { at: 0, length: 0 }],
])("in %j the nearest to %j is %j", (text, wanted, nearest) => {
  expect(findNearest(text, wanted)).toEqual(nearest);
});

test("it is the longest beginning that occurs, at its first place", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "🙂", "\n"), maxLength: 40 });
  const words = fc.string({ unit: fc.constantFrom("a", "b", "🙂", "\n"), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(letters, words, (text, wanted) => {
      const lengths = Array.from({ length: wanted.length + 1 }, (_, at) => wanted.length - at);
      const length = lengths.find((one) => text.includes(wanted.slice(0, one))) ?? 0;
      expect(findNearest(text, wanted)).toEqual({ at: text.indexOf(wanted.slice(0, length)), length });
    }),
    { numRuns: 1000 },
  );
});

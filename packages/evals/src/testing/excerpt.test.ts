import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt, findNearest, firstDifference } from "./excerpt.ts";

test.each([
  { text: "short", at: 0, most: 5, shown: "short" },
  { text: "0123456789", at: 0, most: 4, shown: "0123…" },
  { text: "0123456789", at: 5, most: 4, shown: "…3456…" },
  { text: "0123456789", at: 10, most: 4, shown: "…6789" },
  { text: "0123456789", at: 99, most: 4, shown: "…6789" },
  { text: "🙂🙂🙂", at: 0, most: 3, shown: "🙂…" },
  { text: "🙂🙂🙂", at: 6, most: 3, shown: "…🙂" },
])("in $text around $at, at most $most characters are $shown", ({ text, at, most, shown }) => {
  expect(excerpt(text, at, most)).toBe(shown);
});

test("an excerpt is a part of the text, within its bound, with no character cut in two", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.nat(40),
      fc.integer({ min: 2, max: 20 }),
      (text, at, most) => {
        const shown = excerpt(text, at, most);
        const part = text.length <= most ? shown : shown.replace(/^…|…$/g, "");
        expect(text).toContain(part);
        expect(part.length).toBeLessThanOrEqual(most);
        expect(shown.isWellFormed()).toBe(true);
      },
    ),
  );
});

test("texts differ from their first difference on, or where the shorter one ends", () => {
  expect(firstDifference("abc", "abd")).toBe(2);
  expect(firstDifference("abc", "ab")).toBe(2);
  expect(firstDifference("ab", "abc")).toBe(2);
  expect(firstDifference("", "")).toBe(0);
});

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

test("it is the longest prefix that occurs, at its first position", () => {
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

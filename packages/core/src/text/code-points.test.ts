import fc from "fast-check";
import { expect, test } from "vitest";
import { countCodePoints } from "./code-points.ts";

test("C-11: an emoji counts one, a combined letter two, half a pair one", () => {
  expect(["", "abc", "🙂", "e\u0301", "\ud83d", "\ude42\ud83d", "👩‍💻"].map(countCodePoints)).toEqual([
    0, 3, 1, 2, 1, 2, 3,
  ]);
});

test("the first and the last pairs there are count one", () => {
  expect(["\ud800\udc00", "\udbff\udfff", "\ud800\udfff", "\udbff\udc00"].map(countCodePoints)).toEqual([
    1, 1, 1, 1,
  ]);
});

test("the count is that of the text's iterator", () => {
  const units = fc.constantFrom("a", "é", "🙂", "\ud83d", "\ude42");
  fc.assert(fc.property(fc.string({ unit: units }), (text) => countCodePoints(text) === [...text].length));
});

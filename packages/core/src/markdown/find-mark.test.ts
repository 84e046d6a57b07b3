import { expect, test } from "vitest";
import { createMarkFinder } from "./find-mark.ts";

test("the nearest mark of any kind is found, at the place itself or after it", () => {
  const text = "a `b` [c] <!-- d";
  const findMark = createMarkFinder(text);
  expect([0, 2, 3, 5, 7, 9].map(findMark)).toEqual([2, 2, 4, 6, 8, 10]);
});

test("behind the last mark stands the end of the text", () => {
  expect(createMarkFinder("a < b ! c")(0)).toBe(9);
  expect(createMarkFinder("`x")(1)).toBe(2);
});

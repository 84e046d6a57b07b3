import { expect, test } from "vitest";
import { createMarkFinder, findNearest } from "./find-mark.ts";

test("a mark is found at the place itself or after it", () => {
  const find = createMarkFinder("a `b` <!-- c", "`");
  expect([0, 2, 3, 4, 5].map(find)).toEqual([2, 2, 4, 4, 12]);
});

test("after the last mark comes the end of the text", () => {
  expect(createMarkFinder("a < b ! c", "<!--")(0)).toBe(9);
  expect(createMarkFinder("`x", "`")(1)).toBe(2);
});

test("the nearest of several marks is found", () => {
  const text = "a [b] <!-- c";
  const find = findNearest(
    createMarkFinder(text, "["),
    createMarkFinder(text, "]"),
    createMarkFinder(text, "<!--"),
  );
  expect([0, 2, 3, 4, 5, 7].map(find)).toEqual([2, 2, 4, 4, 6, 12]);
});

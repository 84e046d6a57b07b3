import { expect, test } from "vitest";
import { compareCodePoints } from "./compare-code-points.ts";

test("texts are ordered by code point, a shorter one before its continuation", () => {
  const ordered = ["", "B", "a", "ab", "b", "\uffee", "😀"];
  expect(ordered.toReversed().sort(compareCodePoints)).toEqual(ordered);
});

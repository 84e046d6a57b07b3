import { expect, test } from "vitest";
import { cutEnd } from "./cut-end.ts";

test.each([
  ["a/b//", /\//, "a/b"],
  ["//", /\//, ""],
  ["", /\//, ""],
  ["one. Two.: ", /[.:\s]/, "one. Two"],
  ["a/b", /\//, "a/b"],
])("%j without %s at its end is %j", (text, character, expected) => {
  expect(cutEnd(text, character)).toBe(expected);
});

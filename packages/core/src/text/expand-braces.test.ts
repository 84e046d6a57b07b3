import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { expandBraces } from "./expand-braces.ts";

test.each([
  ["*.ts", ["*.ts"]],
  ["*.{ts,tsx}", ["*.ts", "*.tsx"]],
  ["{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]],
  ["{a,{b,c}}", ["a", "b", "a", "c"]],
])("%j stands for %j", (pattern, choices) => {
  expect(expandBraces(pattern)).toEqual(choices);
});

test.each(["[ab].ts", "!a", "a}", "{a", "(a)", "a\\b"])("%j uses unsupported syntax", (pattern) => {
  expect(expandBraces(pattern)).toBeUndefined();
});

test("exponential braces and endless patterns are rejected", () => {
  expect(expandBraces("{a,b}".repeat(20))).toBeUndefined();
  expect(expandBraces("a".repeat(limits.pathPatternCharacters + 1))).toBeUndefined();
});

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

test.each(["[ab].ts", "!a", "a}", "{a", "(a)", "a\\b"])("%j is in a dialect not known here", (pattern) => {
  expect(expandBraces(pattern)).toBeUndefined();
});

test("braces that multiply and patterns without end are not followed", () => {
  expect(expandBraces("{a,b}".repeat(20))).toBeUndefined();
  expect(expandBraces("a".repeat(limits.pathPatternCharacters + 1))).toBeUndefined();
});

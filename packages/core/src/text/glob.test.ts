import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { compileGlob, expandBraces } from "./glob.ts";

test.each([
  ["drafts", ["drafts", "drafts/a", "drafts/a/b"], ["a/drafts", "drafts-old", "draft"]],
  ["drafts/", ["drafts", "drafts/a"], ["a/drafts"]],
  ["./drafts", ["drafts"], ["a/drafts"]],
  ["**/drafts", ["drafts", "a/drafts", "a/b/drafts/c"], ["adrafts"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]],
  ["a/**/z", ["a/z", "a/b/z", "a/b/c/z", "a/z/d"], ["a", "a/b", "b/z"]],
  ["**", ["a", "a/b"], []],
  ["*", ["a", "a/b"], []],
  ["*-wip", ["a-wip", "a-wip/b"], ["a-wip-b", "a/b-wip"]],
  ["a*b*c", ["abc", "a1b2c", "abbcc"], ["abcd", "acb"]],
  ["s?ill", ["skill", "s技ill", "s🙂ill"], ["sill", "skkill", "s/ill"]],
  ["a.b+(c)[d]{e}|f$^\\", ["a.b+(c)[d]{e}|f$^\\"], ["axb"]],
  ["", [], ["", "a"]],
])("%j takes in %j and not %j", (pattern, inside, outside) => {
  const matches = compileGlob(pattern);
  expect(inside.filter((path) => !matches(path))).toEqual([]);
  expect(outside.filter(matches)).toEqual([]);
});

test.each([
  ["src/*", ["src/a.ts"], ["src", "src/a/b.ts"]],
  ["**/*.ts", ["a.ts", "a/b.ts", "x.ts/y.ts"], ["a.js", "x.ts/y"]],
  ["src/**", ["src/a", "src/a/b"], ["src", "a/src/b"]],
])("as a whole %j is %j and not %j", (pattern, inside, outside) => {
  const matches = compileGlob(pattern, { whole: true });
  expect(inside.filter((path) => !matches(path))).toEqual([]);
  expect(outside.filter(matches)).toEqual([]);
});

test("inside one part a pattern matches what its expression matches", () => {
  const pattern = fc
    .string({ unit: fc.constantFrom(..."ab*?"), minLength: 1, maxLength: 6 })
    .filter((one) => one !== "**");
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom(..."ab"), minLength: 1, maxLength: 8 }),
      (glob, part) => {
        const source = glob.replaceAll("*", "[^/]*").replaceAll("?", "[^/]");
        expect(compileGlob(glob)(part)).toBe(new RegExp(`^${source}$`).test(part));
      },
    ),
    { numRuns: 2000 },
  );
});

test("T10: matching time is bounded by pattern length times path length", () => {
  const path = `${"a/".repeat(200)}${"a".repeat(1000)}`;
  expect(compileGlob(`${"**/".repeat(100)}b`)(path)).toBe(false);
  expect(compileGlob(`**/${"*a".repeat(100)}*b`)(path)).toBe(false);
});

test.each([
  ["*.ts", ["*.ts"]],
  ["*.{ts,tsx}", ["*.ts", "*.tsx"]],
  ["{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]],
  ["{a,{b,c}}", ["a", "b", "a", "c"]],
])("%j expands to %j", (pattern, choices) => {
  expect(expandBraces(pattern)).toEqual(choices);
});

test.each(["[ab].ts", "!a", "a}", "{a", "(a)", "a\\b"])("%j uses unsupported syntax", (pattern) => {
  expect(expandBraces(pattern)).toBeUndefined();
});

test("exponential braces and endless patterns are rejected", () => {
  expect(expandBraces("{a,b}".repeat(20))).toBeUndefined();
  expect(expandBraces("a".repeat(limits.pathPatternCharacters + 1))).toBeUndefined();
});

import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { createPathCondition } from "./eligibility.ts";

test.each([
  [["**/*.go"], ["cmd/a/main.go"], true],
  [["**/*.go"], ["main.go"], true],
  [["**/*.go"], ["main.ts"], false],
  [["*.md"], ["README.md"], true],
  [["*.md"], ["docs/README.md"], false],
  [["src/**/*.{ts,tsx}"], ["src/a/b.tsx"], true],
  [["src/**/*.{ts,tsx}"], ["src/a/b.js"], false],
  [["{src,lib}/*.{ts,js}"], ["lib/a.js"], true],
  [["{src,lib}/*.{ts,js}"], ["test/a.js"], false],
  [["{a,{b,c}}/x"], ["c/x"], true],
  [["{a,{b,c}}/x"], ["d/x"], false],
  [["a.ts", "b.ts"], ["c.ts", "b.ts"], true],
  [["a.ts"], ["./a.ts"], true],
  [["a.ts"], [], false],
  [[], [], true],
])("patterns %j with files %j: %s", (patterns, files, isMet) => {
  expect(createPathCondition(files)(patterns)).toBe(isMet);
});

test("a caller that does not track files is offered everything", () => {
  expect(createPathCondition(undefined)(["**/*.go"])).toBe(true);
});

test.each([["!*.md"], ["[ab].ts"], ["@(a|b).ts"], ["a\\*b"], ["*.{ts"], ["ts}"]])(
  "%j is another dialect, so it excludes nothing",
  (pattern) => {
    expect(createPathCondition(["x.py"])([pattern])).toBe(true);
    expect(createPathCondition(["x.py"])(["*.go", pattern])).toBe(true);
  },
);

test("braces with too many expansions, and patterns too many or too long, exclude nothing and cost nothing", () => {
  const applies = createPathCondition(["x.py"]);
  const doubled = "{a,b}".repeat(60);
  expect(doubled.length).toBeLessThan(limits.pathPatternCharacters);
  expect(applies([doubled])).toBe(true);
  expect(applies(["{a}".repeat(100_000)])).toBe(true);
  expect(applies(Array.from({ length: limits.pathPatterns }, () => "*.go"))).toBe(false);
  expect(applies(Array.from({ length: limits.pathPatterns + 1 }, () => "*.go"))).toBe(true);
});

test("as many choices as the limit allows are all checked", () => {
  const choices = Array.from({ length: limits.pathPatternChoices }, (_, index) => index);
  const pattern = `{${choices.join(",")}}.py`;
  expect(createPathCondition([`${limits.pathPatternChoices - 1}.py`])([pattern])).toBe(true);
  expect(createPathCondition(["x.py"])([pattern])).toBe(false);
});

import { expect, test } from "vitest";
import { compileNamePattern, matchName } from "./match-name.ts";

function match(pattern: string, name: string): string {
  const compiled = compileNamePattern(pattern);
  return compiled ? matchName(compiled, name) : "unclear";
}

test.each([
  ["review", "review", "yes"],
  ["deploy-*", "deploy-prod", "yes"],
  ["*", "anything", "yes"],
  ["tools:review", "tools:review", "yes"],
  ["tools:*", "tools:review", "yes"],
  ["review", "reviewer", "no"],
  ["deploy-*", "deploy", "no"],
  ["review", "Review", "unknown"],
  ["review", "\uff52eview", "unknown"],
  ["review", "tools:review", "unknown"],
  ["review", "tools/review", "unknown"],
  ["review", "review@tools", "unknown"],
  ["review", "/review", "unknown"],
  ["review", "$review", "unknown"],
  ["review", " review", "unknown"],
  ["review", "review src", "unknown"],
  ["", "review", "unclear"],
  ["a b", "a b", "unclear"],
  ["{a,b}", "a", "unclear"],
])("%j against %j: %s", (pattern, name, answer) => {
  expect(match(pattern, name)).toBe(answer);
});

test("a name too long to read might be any skill", () => {
  expect(match("review", `other ${"x".repeat(32_768)}`)).toBe("unknown");
  expect(match("*", "x".repeat(32_769))).toBe("unknown");
});

import { expect, test } from "vitest";
import { tryExpression } from "./regular-expression.ts";

test("an expression is tried on the whole text", () => {
  expect(tryExpression(/^b$/m, "a\nb\nc")).toBe(true);
  expect(tryExpression(/^d$/m, "a\nb\nc")).toBe(false);
});

test("one that would take ages is given up", () => {
  expect(tryExpression(/^(a+)+$/, `${"a".repeat(50)}!`)).toBe(undefined);
});

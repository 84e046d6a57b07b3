import { expect, test } from "vitest";
import { tryExpression } from "./regular-expression.ts";

test("an expression applies to the whole text", () => {
  expect(tryExpression(/^b$/m, "a\nb\nc")).toBe(true);
  expect(tryExpression(/^d$/m, "a\nb\nc")).toBe(false);
});

test("an expression that takes too long is given up", () => {
  expect(tryExpression(/^(a+)+$/, `${"a".repeat(50)}!`)).toBe(undefined);
});

import { expect, test } from "vitest";
import { compileLinear, type LinearExpression } from "./linear-expression.ts";

function compile(pattern: string): LinearExpression {
  const expression = compileLinear(pattern);
  if (typeof expression !== "function") throw new Error(expression.fault);
  return expression;
}

test.each([
  `${"(.|.)?".repeat(24)}!`,
  "(a+)+!",
  "(a|a)*!",
  "(a|aa)+!",
  "(a*)*!",
  "(.*)(.*)(.*)(.*)!",
  "a*a*a*a*a*a*a*!",
  "(?:a?){50}a{50}!",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
])("%s has an answer on a long text", (pattern) => {
  expect(compile(pattern)("a".repeat(100_000))).toBe(false);
});

/** No run of letters repeats, so every step is a new one. */
const irregular = Array.from({ length: 100_000 }, (_, at) =>
  (Math.imul(at ^ (at >>> 5), 2654435761) >>> 16) % 2 ? "a" : "b",
).join("");

test("an expression that is in a new state at every letter gives up after a bounded number of steps", () => {
  const work = { left: 1_000_000 };
  expect(compile("a[ab]{500}c")(irregular, work)).toBeUndefined();
  expect(work.left).toBeGreaterThan(-2000);
});

test("memory is bounded: states are forgotten, and matching goes on", () => {
  const expression = compile("a[ab]{40}c");
  expect(expression(irregular, { left: Infinity })).toBe(false);
  expect(expression(`${irregular}a${"b".repeat(40)}c`, { left: Infinity })).toBe(true);
});

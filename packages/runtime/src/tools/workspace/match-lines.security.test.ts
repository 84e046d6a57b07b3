import { expect, test } from "vitest";
import { createTestWorkspace } from "../test-tools.ts";
import { createLineMatcher } from "./match-lines.ts";

const match = (pattern: string, lines: readonly string[]): readonly number[] =>
  createLineMatcher(pattern, { ignoreCase: false })(lines);

test("lines are numbered from one", () => {
  expect(match("b", ["a", "b", "ab"])).toEqual([2, 3]);
});

test("one matcher serves many files", () => {
  const matcher = createLineMatcher("B", { ignoreCase: true });
  expect([matcher(["b"]), matcher(["a"]), matcher(["a", "b"])]).toEqual([[1], [], [2]]);
});

test.each([
  ["(a+)+$", `${"a".repeat(50)}!`],
  ["(a|a)*b", "a".repeat(50)],
  ["(a|aa)+$", `${"a".repeat(60)}!`],
  ["^(\\w+\\s?)*$", `${"word ".repeat(20)}!`],
  ["(.*)*x\\1", "a".repeat(5000)],
  ["(?=(a+)+b)", "a".repeat(50)],
  ["(x+x+)+y", "x".repeat(50)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(60)],
])("the expression %s, which would run for ages, is stopped", (pattern, line) => {
  const started = performance.now();
  expect(() => match(pattern, [line])).toThrow("tool-timed-out");
  expect(performance.now() - started).toBeLessThan(3000);
});

test("an invalid expression is refused", () => {
  expect(() => match("(", ["a"])).toThrow("tool-input-invalid");
});

test("after a stopped expression the next one works", () => {
  expect(() => match("(a+)+$", [`${"a".repeat(50)}!`])).toThrow("tool-timed-out");
  expect(match("a", ["a"])).toEqual([1]);
});

test("an expression sees no more of a line than the limit", () => {
  expect(match("needle", [`${"x".repeat(10_000)}needle`])).toEqual([]);
});

test("grep answers with the timeout instead of hanging", async () => {
  const { error } = createTestWorkspace({ "a.txt": `${"a".repeat(50)}!\n` });
  expect(await error("grep", { pattern: "(a+)+$" })).toBe(
    "Timeout exceeded: the pattern takes too long; simplify it.",
  );
});

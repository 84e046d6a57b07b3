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
  ["(x+x+)+y", "x".repeat(50)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(60)],
  [`${"(.|.)?".repeat(24)}!`, "a".repeat(5000)],
])("the expression %s, on which a backtracking engine runs for ages, has an answer", (pattern, line) => {
  expect(match(pattern, [line, "?"])).toEqual([]);
});

test.each(["(", "(.*)*x\\1", "(?=(a+)+b)", "(?<!a)b", "x{1000}{2}", "(x{100}){100}"])(
  "the expression %s is refused before it runs",
  (pattern) => {
    expect(() => match(pattern, ["a"])).toThrow("tool-input-invalid");
  },
);

test("an expression whose every step is new is stopped, and the next one works", () => {
  const line = Array.from({ length: 10_000 }, (_, at) =>
    (Math.imul(at ^ (at >>> 5), 2654435761) >>> 16) % 2 ? "a" : "b",
  ).join("");
  const lines = Array.from({ length: 100 }, (_, at) => line.slice(at));
  expect(() => match("a[ab]{1000}c", lines)).toThrow("tool-timed-out");
  expect(match("a", ["a"])).toEqual([1]);
});

test("an expression sees no more of a line than the limit", () => {
  expect(match("needle", [`${"x".repeat(10_000)}needle`])).toEqual([]);
});

test("grep says why a pattern is refused", async () => {
  const { error } = createTestWorkspace({ "a.txt": "a\n" });
  expect(await error("grep", { pattern: "a(?=b)" })).toBe(
    "Invalid pattern: it uses look-around, which is not supported",
  );
});

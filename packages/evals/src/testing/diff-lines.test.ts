import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

import { testingLimits } from "./limits.ts";

const diff = (before: string, after: string): readonly string[] =>
  diffLines(before.replaceAll(" ", "\n"), after.replaceAll(" ", "\n"));

test.each([
  ["a b c", "a x c", ["  a", "- b", "+ x", "  c"]],
  ["a b c", "a c", ["  a", "- b", "  c"]],
  ["a c", "a b c", ["  a", "+ b", "  c"]],
  ["a", "b", ["- a", "+ b"]],
  ["a b", "b a", ["- a", "  b", "+ a"]],
  ["1 2 3 4 5 6 7 8 9", "1 2 3 4 x 6 7 8 9", ["…", "  3", "  4", "- 5", "+ x", "  6", "  7", "…"]],
  ["x 1 2 3 4 5 y", "X 1 2 3 4 5 Y", ["- x", "+ X", "  1", "  2", "…", "  4", "  5", "- y", "+ Y"]],
  ["x 1 2 3 4 y", "X 1 2 3 4 Y", ["- x", "+ X", "  1", "  2", "  3", "  4", "- y", "+ Y"]],
])("from %j to %j", (before, after, lines) => {
  expect(diff(before, after)).toEqual(lines);
});

test("a long line is shown around its first difference from its replacement", () => {
  const line = (letter: string): string => `${"x".repeat(1000)}${letter}${"y".repeat(1000)}`;
  const around = (letter: string): string => `…${"x".repeat(100)}${letter}${"y".repeat(99)}…`;
  expect(diffLines(`same\n${line("A")}\nmore`, `same\n${line("B")}`)).toEqual([
    "  same",
    `- ${around("A")}`,
    `- more`,
    `+ ${around("B")}`,
  ]);
});

const numbers = (count: number, prefix = ""): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

test("a bounded number of lines is shown", () => {
  const before = numbers(400).flatMap((line) => [line, "same"]);
  const after = numbers(400, "x").flatMap((line) => [line, "same"]);
  const shown = diffLines(before.join("\n"), after.join("\n"));
  expect(shown).toHaveLength(testingLimits.testShownLines + 1);
  expect(shown.slice(0, 4)).toEqual(["- 0", "+ x0", "  same", "- 1"]);
  expect(shown.at(-1)).toBe("…");
});

test.each([400, 5000])("some of %d removed lines are shown, with their replacement", (count) => {
  const most = testingLimits.testShownLines / 3;
  const gone = numbers(most).map((line) => `- ${line}`);
  expect(diffLines(`first\n${numbers(count).join("\n")}\nlast`, "first\none line\nlast")).toEqual([
    "  first",
    ...gone,
    "…",
    "+ one line",
    // Lines past the limit are not compared.
    count > testingLimits.testDiffLines ? "…" : "  last",
  ]);
});

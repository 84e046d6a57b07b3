import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (line: string): ReturnType<typeof findingsOf> =>
  findingsOf("compatibility.empty", `---\nname: pdf\n${line}\n---\n`);

test.each([
  ["compatibility:", 1, 14],
  ["compatibility: ''", 16, 18],
  ['compatibility: "  "', 16, 20],
])("S1-5: %j is empty", (line, start, end) => {
  expect(findingsIn(line)).toMatchObject([
    { message: "empty", range: { start: { line: 3, column: start }, end: { line: 3, column: end } } },
  ]);
});

test.each(["compatibility: Requires uv", "compatibility: {requires: [uv]}", "license: MIT"])(
  "S1-5: %j is not",
  (line) => {
    expect(findingsIn(line)).toEqual([]);
  },
);

import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (lines: number): string => `---\nname: pdf\n---\n\n${"line\n".repeat(lines)}\n`;

test("S1-14, C-10: 500 lines are fine, 501 are not; empty lines at the ends do not count", () => {
  expect(findingsOf("body.maxLines", skill(500))).toEqual([]);
  expect(findingsOf("body.maxLines", skill(501))).toMatchObject([
    {
      message: "tooLong",
      args: { lines: 501, max: 500 },
      range: { start: { line: 505, column: 1 }, end: { line: 505, column: 5 } },
    },
  ]);
});

test("the limit is an option", () => {
  expect(findingsOf("body.maxLines", skill(3), { max: 2 })).toMatchObject([
    { args: { lines: 3, max: 2 }, range: { start: { line: 7 } } },
  ]);
});

test("an empty body is fine", () => {
  expect(findingsOf("body.maxLines", "---\nname: pdf\n---\n")).toEqual([]);
});

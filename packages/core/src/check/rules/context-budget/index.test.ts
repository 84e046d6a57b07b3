import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}`;
const lines = (count: number): string => "step\n".repeat(count);

test("S1-14, S2-25: 500 lines are fine, and the line break at the end does not count", () => {
  expect(findingsOf("context-budget", skill(lines(500)))).toEqual([]);
});

test("S2-25: the 501st line is pointed at", () => {
  expect(findingsOf("context-budget", skill(lines(501)))).toMatchObject([
    {
      message: "lines",
      args: { lines: 501, max: 500 },
      range: { start: { line: 505, column: 1 }, end: { line: 505, column: 5 } },
    },
  ]);
});

test("S1-15, S2-25: four characters are a token, and a rest is one more", () => {
  expect(findingsOf("context-budget", skill("x".repeat(20_000)))).toEqual([]);
  expect(findingsOf("context-budget", skill("x".repeat(20_001)))).toMatchObject([
    { message: "tokens", args: { tokens: 5001, max: 5000 } },
  ]);
});

test("a body over both bounds is reported once", () => {
  expect(findingsOf("context-budget", skill("a line of some length\n".repeat(1000)))).toHaveLength(1);
});

test("the limits are options", () => {
  expect(findingsOf("context-budget", skill(lines(10)), { maxLines: 9 })).toHaveLength(1);
  expect(findingsOf("context-budget", skill(lines(10)), { maxTokens: 5 })).toMatchObject([
    { message: "tokens", range: { start: { line: 9, column: 1 } } },
  ]);
});

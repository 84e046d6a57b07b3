import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (name: string): string => `---\nname: ${name}\n---\n`;

test("S1-2, S2-2, S2-12: 64 characters fit, 65 do not", () => {
  expect(findingsOf("name.maxLength", skill("a".repeat(64)))).toEqual([]);
  expect(findingsOf("name.maxLength", skill("a".repeat(65)))).toMatchObject([
    {
      message: "tooLong",
      args: { length: 65, max: 64 },
      range: { start: { line: 2, column: 7 }, end: { line: 2, column: 72 } },
    },
  ]);
});

test("S1-13: boxxy's example of 65 characters has 33", () => {
  expect(findingsOf("name.maxLength", skill("pdf-processing-and-analysis-suite"))).toEqual([]);
});

test("C-11: code points are counted, not bytes or UTF-16 units", () => {
  expect(findingsOf("name.maxLength", skill("𝒶".repeat(64)))).toEqual([]);
  expect(findingsOf("name.maxLength", skill("能".repeat(65)))).toHaveLength(1);
});

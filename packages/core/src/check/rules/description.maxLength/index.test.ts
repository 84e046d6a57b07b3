import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (description: string): string => `---\nname: pdf\ndescription: ${description}\n---\n`;
const lengthsIn = (description: string): unknown[] =>
  findingsOf("description.maxLength", skill(description)).map((finding) => finding.args.length);

test("S1-3, S2-3, S2-17: 1024 characters fit, 1025 do not", () => {
  expect(lengthsIn("x".repeat(1024))).toEqual([]);
  expect(lengthsIn("x".repeat(1025))).toEqual([1025]);
});

test("the finding points at the text", () => {
  expect(findingsOf("description.maxLength", skill("x".repeat(1025)))[0]?.range).toEqual({
    start: { line: 3, column: 14 },
    end: { line: 3, column: 1039 },
  });
});

test("S2-8: the line break that ends a block is not counted", () => {
  expect(lengthsIn(`>\n  ${"x".repeat(1024)}`)).toEqual([]);
  expect(lengthsIn(`|\n  ${"x".repeat(1025)}`)).toEqual([1025]);
});

test("C-11: code points are counted", () => {
  expect(lengthsIn("😀".repeat(1024))).toEqual([]);
  expect(lengthsIn("é".repeat(1025))).toEqual([1025]);
});

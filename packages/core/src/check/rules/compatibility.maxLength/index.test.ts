import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (compatibility: string): ReturnType<typeof findingsOf> =>
  findingsOf("compatibility.maxLength", `---\nname: pdf\ncompatibility: ${compatibility}\n---\n`);

test("S1-5, S2-5, S2-19: 500 characters fit, 501 do not", () => {
  expect(findingsIn("x".repeat(500))).toEqual([]);
  expect(findingsIn("x".repeat(501))).toMatchObject([
    {
      message: "tooLong",
      args: { length: 501, max: 500 },
      range: { start: { line: 3, column: 16 }, end: { line: 3, column: 517 } },
    },
  ]);
});

test("C-11: code points are counted, without the line break that ends a block", () => {
  expect(findingsIn("😀".repeat(500))).toEqual([]);
  expect(findingsIn(`>\n  ${"x".repeat(500)}`)).toEqual([]);
});

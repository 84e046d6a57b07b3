import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

test("S1-3, S2-15: a missing description is reported at the opening", () => {
  expect(findingsOf("description.required", "---\nname: pdf\n---\n")).toMatchObject([
    { message: "missing", range: { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } } },
  ]);
});

test.each(["", '""', "'  '", ">\n"])("S1-3, S2-15: %j is not a description", (value) => {
  expect(findingsOf("description.required", `---\nname: pdf\ndescription: ${value}\n---\n`)).toMatchObject([
    { message: "empty", range: { start: { line: 3 } } },
  ]);
});

test.each(["Reads PDF files.", ">\n  Reads PDF files.", "5"])("S2-8: %j is there", (value) => {
  expect(findingsOf("description.required", `---\nname: pdf\ndescription: ${value}\n---\n`)).toEqual([]);
});

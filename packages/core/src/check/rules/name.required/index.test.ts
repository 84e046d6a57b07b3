import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

test("S2-10: a missing name is reported at the opening, with the directory's name as example", () => {
  expect(findingsOf("name.required", { "pdf/SKILL.md": "---\ndescription: Reads.\n---\n" })).toMatchObject([
    {
      message: "missing",
      args: { example: "pdf" },
      range: { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } },
    },
  ]);
});

test.each([
  ["name:", 1, 5],
  ['name: ""', 7, 9],
  ["name: '  '", 7, 11],
])("S1-13, S2-10: %j is empty", (line, start, end) => {
  expect(findingsOf("name.required", `---\n${line}\n---\n`)).toMatchObject([
    { message: "empty", range: { start: { line: 2, column: start }, end: { line: 2, column: end } } },
  ]);
});

test("S1-11: field names are case-sensitive", () => {
  expect(findingsOf("name.required", "---\nName: pdf\n---\n")).toMatchObject([{ message: "missing" }]);
});

test("a name of the wrong type exists, and a skill without frontmatter is not reported", () => {
  expect(findingsOf("name.required", "---\nname: 5\n---\n")).toEqual([]);
  expect(findingsOf("name.required", "# PDF\n")).toEqual([]);
});

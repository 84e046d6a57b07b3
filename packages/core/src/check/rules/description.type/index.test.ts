import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (description: string): string => `---\nname: pdf\ndescription: ${description}\n---\n`;

test.each([
  ["42", "scalar", "number"],
  ["[Reads, Writes]", "collection", "list"],
])("S1-10, S2-16: %s is not text", (value, message, found) => {
  expect(findingsOf("description.type", skill(value))).toMatchObject([
    {
      message,
      args: { found },
      range: { start: { line: 3, column: 14 }, end: { line: 3, column: 14 + value.length } },
    },
  ]);
});

test("S1-10: a block of lines is reported at its key", () => {
  expect(findingsOf("description.type", skill("\n  what: Reads\n  when: always"))).toMatchObject([
    { args: { found: "map" }, range: { start: { line: 3, column: 1 }, end: { line: 3, column: 12 } } },
  ]);
});

test("a boolean is quoted", () => {
  const fixed = fixedBy("description.type", skill("true"));
  expect(fixed).toBe(skill('"true"'));
  expect(fixedBy("description.type", fixed)).toBe(fixed);
});

test("S2-8: text in any style is fine", () => {
  expect(
    ["Reads.", '"5"', ">\n  Reads.", "|\n  5", ""].flatMap((one) =>
      findingsOf("description.type", skill(one)),
    ),
  ).toEqual([]);
});

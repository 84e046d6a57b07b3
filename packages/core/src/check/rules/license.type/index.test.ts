import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (license: string): string => `---\nname: pdf\nlicense: ${license}\n---\n`;

test.each([
  ["[MIT, Apache-2.0]", "collection", 10],
  ["2.0", "scalar", 10],
  ["~", "null", 10],
  ["", "empty", 1],
])("S2-22: '%s' is not text", (value, message, column) => {
  expect(findingsOf("license.type", skill(value))).toMatchObject([
    { message, range: { start: { line: 3, column } } },
  ]);
});

test("a number is quoted", () => {
  const fixed = fixedBy("license.type", skill("2.0"));
  expect(fixed).toBe(skill('"2.0"'));
  expect(fixedBy("license.type", fixed)).toBe(fixed);
});

test.each(["MIT", "Complete terms in LICENSE.txt", '"0BSD"'])("S1-4, S2-4: '%s' is fine", (value) => {
  expect(findingsOf("license.type", skill(value))).toEqual([]);
});

import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: Reads PDF files.\n---\n`;

test.each([
  ["123", "scalar", "number"],
  ["true", "scalar", "boolean"],
  ["[pdf]", "collection", "list"],
  ["{pdf: 1}", "collection", "map"],
])("S1-10, S2-11: %s is not text", (value, message, found) => {
  expect(findingsOf("name.type", skill(value))).toMatchObject([
    {
      message,
      args: { found },
      range: { start: { line: 2, column: 7 }, end: { line: 2, column: 7 + value.length } },
    },
  ]);
});

test("S2-11: null is not a string, and no fix guesses the intent", () => {
  const [finding] = findingsOf("name.type", skill("null"));
  expect(finding).toMatchObject({ message: "null", args: { text: "null" } });
  expect(finding?.fix).toBeUndefined();
});

test("a number is quoted as written", () => {
  expect(findingsOf("name.type", skill("1.10"))[0]?.fix?.safe).toBe(true);
  const fixed = fixedBy("name.type", skill("1.10"));
  expect(fixed).toBe(skill('"1.10"'));
  expect(fixedBy("name.type", fixed)).toBe(fixed);
});

test("text and an empty name are not of the wrong type", () => {
  expect(["pdf", '"123"', ""].flatMap((name) => findingsOf("name.type", skill(name)))).toEqual([]);
});

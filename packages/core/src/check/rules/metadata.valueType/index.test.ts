import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const skill = (...entries: string[]): string =>
  `---\nname: pdf\nmetadata:\n${entries.map((one) => `  ${one}\n`).join("")}---\n`;

test.each([
  ["version: 1.10", "number", true],
  ["stable: true", "boolean", false],
  ["stable: yes", "boolean", false],
  ["updated: 2025-01-31", "date", true],
])("S2-21, C-12: '%s' is not a string to some clients", (entry, found, safe) => {
  const [key = "", text = ""] = entry.split(": ");
  expect(findingsOf("metadata.valueType", skill(entry))).toMatchObject([
    {
      message: "scalar",
      args: { key, text, found },
      range: { start: { line: 4, column: key.length + 5 }, end: { line: 4, column: entry.length + 3 } },
      fix: { safe },
    },
  ]);
});

test("S1-6, S2-21: every nested value is reported at its key, without a fix", () => {
  const found = findingsOf("metadata.valueType", skill("tags: [a, b]", "author:", "  name: Ann", "note:"));
  expect(found.map(({ message, args, range, fix }) => [message, args.key, range.start.column, fix])).toEqual([
    ["nested", "tags", 9, undefined],
    ["nested", "author", 3, undefined],
    ["empty", "note", 3, undefined],
  ]);
});

test("a skill that the skills installer hides stays hidden", () => {
  const [finding] = findingsOf("metadata.valueType", skill("internal: true"));
  expect(finding?.message).toBe("internal");
  expect(finding?.fix).toBeUndefined();
});

test("C-12: the fix preserves the author's text", () => {
  const fixed = fixedBy(
    "metadata.valueType",
    skill("version: 1.10", "updated: 2025-01-31 # today", "n: 0x1F"),
  );
  expect(fixed).toBe(skill('version: "1.10"', 'updated: "2025-01-31" # today', 'n: "0x1F"'));
  expect(fixedBy("metadata.valueType", fixed)).toBe(fixed);
});

test("S2-6, S2-8: quoted and plain text is fine", () => {
  expect(
    findingsOf(
      "metadata.valueType",
      skill('version: "1.10"', "semver: 1.10.0", "author: Ann", "on: '2025-01-31'"),
    ),
  ).toEqual([]);
});

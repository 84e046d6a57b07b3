import { expect, test } from "vitest";
import { skillFromText } from "../../../discover/load-skill.ts";
import { findingsOf, fixedBy } from "../../findings-of.ts";
import { fixSkill } from "../../fix-skill.ts";

const skill = (...lines: string[]): string =>
  `---\nname: pdf\n${lines.map((line) => `${line}\n`).join("")}---\n`;
const findingsIn = (...lines: string[]): ReturnType<typeof findingsOf> =>
  findingsOf("frontmatter.unknownField", skill(...lines));
const fixed = (...lines: string[]): string => {
  const text = fixedBy("frontmatter.unknownField", skill(...lines));
  expect(fixedBy("frontmatter.unknownField", text)).toBe(text);
  return text;
};

test.each([
  ["Description", "description"],
  ["descriptions", "description"],
  ["allowed_tools", "allowed-tools"],
  ["disableModelInvocation", "disable-model-invocation"],
  ["user-invokable", "user-invocable"],
  ["when-to-use", "when_to_use"],
  ["Tag", "tags"],
])("S1-11, S2-24: '%s' is '%s' misspelled, and renamed", (field, suggestion) => {
  expect(findingsIn(`${field}: x`)).toMatchObject([
    {
      message: "misspelled",
      args: { field, suggestion },
      range: { start: { line: 3, column: 1 }, end: { line: 3, column: field.length + 1 } },
      fix: { safe: false },
    },
  ]);
  expect(fixed(`${field}: x`)).toBe(skill(`${suggestion}: x`));
});

test("a field is not renamed to an existing one", () => {
  expect(findingsIn("Name: x")[0]).not.toHaveProperty("fix");
  expect(fixed("License: a", "LICENSE: b")).toBe(skill("license: a", "LICENSE: b"));
});

test("S1-9, S2-24, C-4: other fields are unknown, known extensions are not", () => {
  expect(
    findingsIn("mode: x", "trigger: y", "model: z", "hooks: {}").map(({ message, args }) => [
      message,
      args.field,
    ]),
  ).toEqual([
    ["unknown", "mode"],
    ["unknown", "trigger"],
  ]);
});

test("S2-24: bookkeeping moves into new metadata, at the first field's position", () => {
  expect(findingsIn("version: 1.10")).toMatchObject([
    { message: "bookkeeping", args: { field: "version" }, fix: { safe: false } },
  ]);
  expect(fixed("version: 1.10", "license: MIT", "Last_Updated: 2025-01-31", 'author: Ann "A"')).toBe(
    skill(
      "metadata:",
      '  version: "1.10"',
      '  Last_Updated: "2025-01-31"',
      "  author: 'Ann \"A\"'",
      "license: MIT",
    ),
  );
});

test("S2-24: bookkeeping moves to the end of existing metadata, with its indentation and line endings", () => {
  expect(fixed("version: 1", "metadata:", "    team: docs", "    note: |", "      a", "owner: Ann")).toBe(
    skill("metadata:", "    team: docs", "    note: |", "      a", '    version: "1"', '    owner: "Ann"'),
  );
  const windows = skill("version: 1", "metadata:", "  a: b # c").replaceAll("\n", "\r\n");
  expect(fixedBy("frontmatter.unknownField", windows)).toBe(
    skill("metadata:", "  a: b # c", '  version: "1"').replaceAll("\n", "\r\n"),
  );
});

test.each([
  [["version: 1", "metadata: {a: b}"]],
  [["version: 1", "metadata: a"]],
  [["keywords:", "  - a"]],
  [["version: 1 # see tags"]],
  [["# the release", "version: 1"]],
  [["author: >", "  Ann"]],
  [["version:"]],
  [["version: &v 1"]],
])("a field that would be lost or clash is not moved: %j", (lines) => {
  expect(findingsIn(...lines)[0]?.message).toBe("bookkeeping");
  expect(fixed(...lines)).toBe(skill(...lines));
});

test("bookkeeping does not overwrite an existing metadata entry", () => {
  const lines = ["version: 1", "metadata:", "  version: 2"];
  expect(findingsIn(...lines)).toMatchObject([{ message: "inMetadata" }]);
  expect(fixed(...lines)).toBe(skill(...lines));
});

test("without unsafe fixes nothing moves", () => {
  const severities = { "frontmatter.unknownField": "error" } as const;
  const otherwise = { error: "off", warning: "off", info: "off" } as const;
  const settings = { profile: { name: "test", summary: "", severities, otherwise } };
  expect(fixSkill(skillFromText(skill("version: one")), settings).text).toBe(skill("version: one"));
});

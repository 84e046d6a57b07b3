import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (tools: string): string =>
  `---\nname: pdf\ndescription: Reads PDF files.\nallowed-tools: ${tools}\n---\n`;

test.each([
  ['"*"', "*", "everyTool"],
  ["Bash(*)", "Bash(*)", "everyCommand"],
  ["Bash(:*)", "Bash(:*)", "everyCommand"],
  ["Bash(*:*)", "Bash(*:*)", "everyCommand"],
  ["bash( * )", "bash( * )", "everyCommand"],
  ["Bash(sudo:*)", "Bash(sudo:*)", "asRoot"],
  ["Bash(sudo *)", "Bash(sudo *)", "asRoot"],
  ["mcp__*", "mcp__*", "everyServer"],
  ["mcp__*__*", "mcp__*__*", "everyServer"],
])("%s is too much to ask for", (written, tool, message) => {
  expect(
    findingsOf("broad-tools", skill(`Read, ${written}`.replace('Read, "*"', '"Read, *"'))),
  ).toMatchObject([{ message, args: { tool } }]);
});

test.each([
  "Bash",
  "Read, Write, Edit",
  "Bash(git:*), Bash(npm run *)",
  "Bash(sudo systemctl status:*)",
  "mcp__github__*",
  "Read(*)",
])("%s is fine", (tools) => {
  expect(findingsOf("broad-tools", skill(tools))).toEqual([]);
});

test("a list is read too, and each finding points at its entry", () => {
  expect(findingsOf("broad-tools", skill('\n  - Read\n  - "Bash(*)"\n  - "*"'))).toMatchObject([
    { message: "everyCommand", range: { start: { line: 6, column: 6 }, end: { line: 6, column: 13 } } },
    { message: "everyTool", range: { start: { line: 7, column: 6 }, end: { line: 7, column: 7 } } },
  ]);
});

test("an entry is not confused with an earlier one that contains it", () => {
  expect(findingsOf("broad-tools", skill("Bash(*) *")).map((finding) => finding.range.start.column)).toEqual([
    16, 24,
  ]);
});

test("400 KB of stars and colons terminate", () => {
  for (const unit of ["*", "Bash(", "(*:", ": "]) {
    expect(
      findingsOf("broad-tools", skill(`"${unit.repeat(200_000 / unit.length)}x"`)).length,
    ).toBeLessThanOrEqual(50);
  }
});

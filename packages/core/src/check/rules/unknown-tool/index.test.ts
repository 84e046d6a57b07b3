import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (line: string): string => `---\nname: pdf\ndescription: Reads PDF files.\n${line}\n---\n`;

test("a misspelled tool is reported at its place, with the intended tool", () => {
  expect(findingsOf("unknown-tool", skill("allowed-tools: Read, Bassh(git:*)"))).toMatchObject([
    {
      message: "misspelled",
      args: { tool: "Bassh", suggestion: "Bash" },
      range: { start: { line: 4, column: 22 }, end: { line: 4, column: 27 } },
    },
  ]);
});

test("a tool without a similar name is found too, in lists and in disallowed-tools", () => {
  expect(findingsOf("unknown-tool", skill("allowed-tools:\n  - Read\n  - teleport"))).toMatchObject([
    { message: "unknown", args: { tool: "teleport" }, range: { start: { line: 6, column: 5 } } },
  ]);
  expect(findingsOf("unknown-tool", skill('disallowed-tools: "Teleport"'))).toMatchObject([
    { range: { start: { line: 4, column: 20 } } },
  ]);
});

test.each([
  "Bash(git:*) Bash(jq:*) Read",
  "run_shell_command, read_file, search_file_content",
  "[Task, Agent, TodoWrite, Skill, AskUserQuestion, LSP]",
  "mcp__github__create_issue github:search playwright/* mcp__*",
  "['Azure MCP/documentation']",
  "Bash(npm run test *)",
  "skills_list skills_run_script skills_draft skills_try skills_save",
  '"*"',
])("S1-8: %s is known", (tools) => {
  expect(findingsOf("unknown-tool", skill(`allowed-tools: ${tools}`))).toEqual([]);
});

import { expect, test } from "vitest";
import { canonicalTool, isForeignTool, knownTools } from "./tool-names.ts";

test.each([
  ["Bash", "Bash"],
  ["bash_exec", "Bash"],
  ["run_shell_command", "Bash"],
  ["shell", "Bash"],
  ["view", "Read"],
  ["str_replace", "Edit"],
  ["rg", "Grep"],
  ["Agent", "Task"],
  ["webfetch", "WebFetch"],
  ["write_bash", "Bash"],
  ["WriteShellStdin", "Bash"],
  ["runTerminalCommand", "Bash"],
  ["list_bash", "BashOutput"],
  ["StrReplace", "Edit"],
  ["SemanticSearch", "CodebaseSearch"],
  ["ReadLints", "Diagnostics"],
  ["ComputerUse", "Computer"],
  ["invoke_agent", "Task"],
  ["resume_agent", "SendMessage"],
  ["update_todo", "TodoWrite"],
  ["FetchMcpResource", "ReadMcpResource"],
  ["list_mcp_resource_templates", "ListMcpResources"],
  ["read_memories", "Memory"],
  ["complete_task", "AttemptCompletion"],
  ["task_complete", "AttemptCompletion"],
  ["Monitor", "Bash"],
  ["send_to_terminal", "Bash"],
  ["run_notebook_cell", "CodeExecution"],
  ["run_vscode_command", "RunVSCodeCommand"],
  ["runTests", "RunTests"],
  ["testFailure", "TestFailure"],
])("%s is a name of %s", (name, tool) => {
  expect(canonicalTool(name)).toBe(tool);
});

test("a name no agent uses is unknown", () => {
  expect(canonicalTool("Bahs")).toBeUndefined();
  expect(canonicalTool("constructor")).toBeUndefined();
});

test("no name is in two rows", () => {
  for (const name of knownTools()) {
    const rows = knownTools().filter((other) => other.toLowerCase() === name.toLowerCase());
    expect(new Set(rows.map((row) => canonicalTool(row))).size, name).toBe(1);
  }
  const aliases = knownTools().map((name) => name.toLowerCase());
  const twice = aliases.filter((name, index) => aliases.indexOf(name) !== index);
  expect(twice.filter((name) => canonicalTool(name)?.toLowerCase() !== name)).toEqual([]);
});

test("MCP tools and patterns are recognized by their form", () => {
  expect(
    ["mcp__github__create_issue", "github:create_issue", "playwright/*", "@builtin", "mcp__*"].every(
      isForeignTool,
    ),
  ).toBe(true);
  expect(["Bash", "read_file"].some(isForeignTool)).toBe(false);
});

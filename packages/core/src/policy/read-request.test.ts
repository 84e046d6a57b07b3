import { expect, test } from "vitest";
import { readRequest } from "./read-request.ts";
import { collapsePath } from "./request-path.ts";

const resolvePath = (path: string): string => collapsePath(path.startsWith("/") ? path : `/work/${path}`);

/** The parts of a call, each as tool, kind of subject, and text. */
function partsOf(tool: string, input: unknown): readonly string[] {
  const { parts } = readRequest({ tool, input, workspace: "/work", resolvePath });
  return parts().map(({ tool: name, subject, text = "" }) => `${name.name} ${subject.kind} ${text}`.trim());
}

test.each([
  ["Read", { file_path: "a" }],
  ["Read", { filePath: "a" }],
  ["read_file", { target_file: "a", offset: 1, explanation: "why" }],
  ["Read", { filename: "a", pages: "1-3" }],
  ["view", { path: "a", view_range: [1, 20] }],
  ["read_many_files", { paths: ["a"] }],
  ["read_files", { files: [{ path: "a" }] }],
])("%s of %j is the path a", (tool, input) => {
  expect(partsOf(tool, input)).toEqual(["read path a"]);
});

test("each path of a call is a part", () => {
  expect(partsOf("MoveFile", { source: "a", destination: "b" })).toEqual([
    "movefile path a",
    "movefile path b",
  ]);
  expect(partsOf("MultiEdit", { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] })).toEqual([
    "multiedit path a",
  ]);
  expect(
    partsOf("NotebookEdit", { notebook_path: "n.ipynb", new_source: "x", edit_mode: "replace" }),
  ).toEqual(["notebookedit path n.ipynb"]);
  expect(partsOf("str_replace_based_edit_tool", { command: "view", path: "a" })).toEqual(["edit path a"]);
});

test("a patch as one text is unreadable", () => {
  expect(partsOf("apply_patch", { input: "*** Update File: ../x" })).toEqual([
    "edit unreadable it has the unknown field 'input'",
  ]);
  expect(partsOf("apply_patch", "*** Update File: ../x")).toEqual([
    "edit unreadable its input is not an object",
  ]);
  expect(partsOf("Read", {})).toEqual(["read unreadable it does not name a path"]);
});

test("searches without a folder search the workspace", () => {
  expect(partsOf("Grep", { pattern: "../x", glob: "*.ts" })).toEqual(["grep path ."]);
  expect(partsOf("LS", { path: "src", ignore: ["*.log"] })).toEqual(["ls path src"]);
  expect(partsOf("Glob", { pattern: "**/*.ts" })).toEqual(["glob path ./"]);
  expect(partsOf("Glob", { pattern: "src/**/*.{ts,tsx}" })).toEqual(["glob path ./src"]);
  expect(partsOf("Glob", { path: "src", pattern: "../x/*" })).toEqual(["glob path src/../x"]);
  expect(partsOf("Glob", { path: "src", pattern: "/etc/*" })).toEqual(["glob path /etc"]);
  expect(partsOf("Glob", { pattern: "src/a.ts" })).toEqual(["glob path ./src/a.ts"]);
  expect(partsOf("Glob", { path: "src", pattern: "/*" })).toEqual(["glob path /"]);
  expect(partsOf("Glob", { path: "src" })).toEqual(["glob unreadable it does not name a pattern"]);
});

test("a command line has a part for each program and each redirected file", () => {
  expect(
    partsOf("Bash", { command: "git log | sort > out.txt && rm x < y", description: "why", timeout: 5 }),
  ).toEqual([
    "bash command git log",
    "bash command sort",
    "bash command rm x",
    "write path > out.txt",
    "read path < y",
  ]);
  expect(partsOf("shell", { cmd: "ls" })).toEqual(["bash command ls"]);
  expect(partsOf("Bash", { command: "ls 2>/dev/null 2>&1" })).toEqual(["bash command ls"]);
});

test("a list of words is a program with its arguments", () => {
  expect(partsOf("shell", { command: ["git", "commit", "-m", "it's; rm -rf /"], workdir: "/work" })).toEqual([
    "bash command git commit -m it's; rm -rf /",
  ]);
});

test("addresses, skills, agents and MCP tools are parts", () => {
  expect(partsOf("WebFetch", { url: "https://a.org/x", prompt: "p" })).toEqual([
    "webfetch host https://a.org/x",
  ]);
  expect(partsOf("Skill", { skill: "review", args: "x" })).toEqual(["skill name review"]);
  expect(partsOf("Task", { subagent_type: "tester", prompt: "p", description: "d" })).toEqual([
    "task name tester",
  ]);
  // As Claude Code and Copilot call it.
  expect(partsOf("Agent", { subagent_type: "tester", effort: "high", isolation: "worktree" })).toEqual([
    "task name tester",
  ]);
  expect(partsOf("task", { agent_type: "tester", mode: "background", prompt: "p" })).toEqual([
    "task name tester",
  ]);
  expect(partsOf("use_mcp_tool", { server_name: "a", tool_name: "b", arguments: {} })).toEqual([
    "mcp__a__b unreadable mcp__a__b",
  ]);
  expect(partsOf("use_mcp_tool", {})).toEqual(["unreadable use_mcp_tool"]);
  expect(partsOf("WebSearch", { query: "x" })).toEqual(["websearch unreadable"]);
  expect(partsOf("web_fetch", { url: "https://a.org/", format: "https://b.org/" })).toEqual([
    "webfetch host https://a.org/",
  ]);
});

test("paths are resolved only if a rule needs them", () => {
  const asked: string[] = [];
  const lookUp = (path: string): string => {
    asked.push(path);
    return resolvePath(path);
  };
  const call = readRequest({ tool: "Read", input: { path: "a" }, workspace: "/work", resolvePath: lookUp });
  expect(asked).toEqual([]);
  expect(call.parts()).toBe(call.parts());
  expect(asked).toEqual(["a"]);
});

test("an input of any depth and size takes bounded time", () => {
  let deep: unknown = "x";
  for (let level = 0; level < 10_000; level++) deep = { path: deep };
  expect(partsOf("Read", deep)).toEqual(["read unreadable its input is too large"]);
  expect(partsOf("Read", { paths: Array(200_000).fill("a") })).toEqual([
    "read unreadable its input is too large",
  ]);
});

import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { callText } from "./call-text.ts";

function textOf(tool: string, input: unknown): readonly string[] {
  const fs = createMemoryFileSystem();
  fs.write("/repo/notes.md", new TextEncoder().encode("old"));
  const question = { call: "c", tool, input, text: "", skills: [], digest: "" };
  return callText(question, { fs, cwd: "/repo", home: "/home", columns: 60 });
}

test("a command is shown line by line, with the call's other fields", () => {
  expect(textOf("bash", { command: "cd src\nmake", timeout_ms: 5000 })).toEqual([
    "bash",
    "│ cd src",
    "│ make",
    "with",
    '│ {"timeout_ms":5000}',
  ]);
});

test("a file is shown with its text, and whether it already exists", () => {
  expect(textOf("write", { path: "a.md", content: "# A\nb" })).toEqual([
    "write a new file",
    "│ a.md",
    "content",
    "│ # A",
    "│ b",
  ]);
  expect(textOf("write", { path: "notes.md", content: "" })[0]).toBe("write, replacing the existing file");
});

test("an edit is shown as removed and added text", () => {
  const input = { path: "notes.md", old_string: "old\nline", new_string: "new", replace_all: true };
  expect(textOf("edit", input)).toEqual([
    "edit",
    "│ notes.md",
    "replace",
    "│ old",
    "│ line",
    "with",
    "│ new",
    "with",
    '│ {"replace_all":true}',
  ]);
});

test.each([
  ["skills_run_script", { name: "kit", script: "a.sh" }, '│ {"name":"kit","script":"a.sh"}'],
  ["bash", { command: ["ls"] }, '│ {"command":["ls"]}'],
  ["write", { path: "x" }, '│ {"path":"x"}'],
  ["edit", { path: "x", old_string: 1 }, '│ {"path":"x","old_string":1}'],
  ["skills_save", { name: "kit", digest: "sha256:0" }, '│ {"name":"kit","digest":"sha256:0"}'],
  ["odd", "words", '│ "words"'],
  ["odd", undefined, "│ "],
])("%s with %j is shown as data", (tool, input, line) => {
  expect(textOf(tool, input)).toEqual([tool, line]);
});

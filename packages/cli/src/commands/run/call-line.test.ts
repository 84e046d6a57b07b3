import { expect, test } from "vitest";
import { callLine } from "./event-lines.ts";

test.each([
  ["bash", { command: "git status", timeout_ms: 1000 }, "bash git status"],
  ["write", { path: "notes.md", content: "long ".repeat(100) }, "write notes.md"],
  ["grep", { path: "src", pattern: "TODO" }, "grep TODO src"],
  [
    "skills_run_script",
    { name: "pdf", script: "a.py", args: ["x", "--all"] },
    "skills_run_script pdf a.py x --all",
  ],
  ["skills_list", {}, "skills_list"],
  ["skills_list", undefined, "skills_list"],
  ["weather", { city: "Zürich", days: 3 }, 'weather {"city":"Zürich","days":3}'],
  ["odd", ["a"], 'odd ["a"]'],
  ["bash", { command: 7 }, 'bash {"command":7}'],
])("%s with %j is shown as %s", (tool, input, line) => {
  expect(callLine({ tool, input }, 80)).toBe(line);
});

test("a multi-line call is one line that fits, and cannot move the cursor", () => {
  const command = `cat <<EOF\n${"x".repeat(200)}\nEOF`;
  const line = callLine({ tool: "bash", input: { command } }, 40);
  expect(line).toBe(`bash cat <<EOF ${"x".repeat(24)}…`);
  expect(callLine({ tool: "bash", input: { command: "echo \u001b[2J" } }, 40)).toBe("bash echo \\u{1b}[2J");
});

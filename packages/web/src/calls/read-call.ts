import { canonicalTool } from "@skillwright/core/policy";
import { isJsonObject, parseJson } from "@skillwright/core/text";

/** A tool call as an agent would make it. */
export type TypedCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** Reads a call as people write it: `Bash(git push)`, `Read(src/a.ts)`, `WebFetch`, or with all its input as JSON: `Edit({"file_path": …})`. */
export function readCall(text: string): TypedCall | undefined {
  const trimmed = text.trim();
  const open = trimmed.indexOf("(");
  const tool = (open < 0 ? trimmed : trimmed.slice(0, open)).trim();
  if (tool === "" || /\s/.test(tool)) return undefined;
  if (open < 0) return { tool, input: {} };
  if (!trimmed.endsWith(")")) return undefined;
  const value = trimmed.slice(open + 1, -1).trim();
  if (value === "") return { tool, input: {} };
  if (!value.startsWith("{")) return { tool, input: { [fieldOf(tool)]: value } };
  const input = parseJson(value);
  return isJsonObject(input) ? { tool, input } : undefined;
}

const fields: Readonly<Record<string, string>> = {
  ...{ Bash: "command", Read: "file_path", Write: "file_path", Edit: "file_path", MultiEdit: "file_path" },
  ...{ NotebookEdit: "notebook_path", LS: "path", Glob: "pattern", Grep: "pattern", WebFetch: "url" },
  ...{
    WebSearch: "query",
    Skill: "skill",
    Task: "subagent_type",
    DeleteFile: "path",
    CreateDirectory: "path",
  },
};

/** The field that decides, which is the one people leave out when they write about a call. */
function fieldOf(tool: string): string {
  return fields[canonicalTool(tool) ?? tool] ?? "input";
}

/** Calls that agents make often, each in the words of one of them. */
export const exampleCalls: Readonly<Record<string, readonly string[]>> = {
  "Claude Code": [
    "Bash(git status)",
    "Bash(git push origin main)",
    "Read(.env)",
    "WebFetch(https://example.com)",
  ],
  Codex: ["shell(rm -rf build)", "exec_command(curl https://example.com)", "apply_patch(src/main.ts)"],
  "VS Code": ["run_in_terminal(npm publish)", "readFile(src/main.ts)", "createFile(notes.md)"],
  "Gemini CLI": ["run_shell_command(git log)", "read_file(README.md)", "write_file(notes.md)"],
};

/** The calls of a text, one on each line. */
export function readLines(text: string, most: number): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, most);
}

import { type ToolPattern, tokenizeTools } from "@skillwright/core/parse";
import { combinePolicies, decide } from "@skillwright/core/policy";
import { expect, test } from "vitest";
import { layerActive } from "./active-skills.ts";

const directory = "/w/.claude/skills/csv-check";

function patterns(list: string): readonly ToolPattern[] {
  return tokenizeTools(list).map(({ text, tool, pattern }) => ({
    ...{ text, tool },
    ...(pattern === undefined ? {} : { pattern }),
  }));
}

function effect(list: string, tool: string, input: object): string {
  const record = {
    name: "csv-check",
    directory,
    digest: "d",
    activation: "a",
    requestedTools: patterns(list),
  };
  const { layers } = layerActive([record], combinePolicies([]), "/w");
  const resolvePath = (path: string): string => new URL(path, "file:///w/").pathname;
  return decide({ tool, input, workspace: "/w", resolvePath }, layers).effect;
}

const list = "Bash(python3 scripts/check_csv.py:*) Write";

test.each<[string, object]>([
  ["Bash", { command: `python3 ${directory}/scripts/check_csv.py a.csv` }],
  ["Bash", { command: "python3 .claude/skills/csv-check/scripts/check_csv.py a.csv" }],
  ["Bash", { command: `cd ${directory} && python3 scripts/check_csv.py /w/a.csv` }],
  ["Bash", { command: "python3 scripts/check_csv.py a.csv" }],
  ["Read", { file_path: `${directory}/references/rules.md` }],
  ["Grep", { pattern: "x", path: directory }],
  ["Glob", { pattern: "**/*.md", path: directory }],
])("a skill can access its own files: %s %j", (tool, input) => {
  expect(effect(list, tool, input)).toBe("allow");
});

test.each<[string, object]>([
  ["Bash", { command: `python3 ${directory}/scripts/other.py` }],
  ["Bash", { command: `python3 /tmp/scripts/check_csv.py` }],
  ["Bash", { command: `cd ${directory} && rm -rf .` }],
  ["Bash", { command: "cd / && python3 scripts/check_csv.py" }],
  ["Read", { file_path: "/w/a.csv" }],
  ["Read", { file_path: `${directory}/../other/SKILL.md` }],
  ["Edit", { file_path: `${directory}/SKILL.md`, old_string: "a", new_string: "b" }],
])("and nothing else: %s %j", (tool, input) => {
  expect(effect(list, tool, input)).toBe("deny");
});

test("an empty list allows nothing, and one without commands no folder to change to", () => {
  expect(effect("", "Read", { file_path: `${directory}/references/a.md` })).toBe("deny");
  expect(effect("Write", "Bash", { command: `cd ${directory}` })).toBe("deny");
});

import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (lines: string): ReturnType<typeof findingsOf> =>
  findingsOf("extension.type", `---\nname: pdf\n${lines}\n---\n`);
const argsOf = (lines: string): unknown[] =>
  findingsIn(lines).map(({ args }) => [args.path, args.found, args.expected]);

test("C-22: a context other than inherit and fork is reported at its value", () => {
  expect(findingsIn("context: forked")).toMatchObject([
    {
      message: "wrong",
      args: { path: "context", found: "'forked'", expected: "inherit or fork", origin: "Claude Code" },
      range: { start: { line: 3, column: 10 }, end: { line: 3, column: 16 } },
    },
  ]);
});

test.each([
  ["user-invocable: maybe", "user-invocable", "'maybe'", "true or false"],
  ["priority: high", "priority", "'high'", "a number"],
  ["model: [a]", "model", "a list", "text"],
  ["agent:", "agent", "empty", "text"],
  ["execution: docker", "execution", "'docker'", "a mapping"],
])("'%s' has the wrong form", (line, ...args) => {
  expect(argsOf(line)).toEqual([args]);
});

test("S2-33: a list of tools, as agents have it, is pointed to allowed-tools", () => {
  expect(findingsIn("tools:\n  - Read")).toMatchObject([
    {
      message: "toolNames",
      args: { found: "a list" },
      range: { start: { line: 3, column: 1 }, end: { line: 3, column: 6 } },
    },
  ]);
});

test("S2-31, S2-34: an error inside a mapping is reported with its path", () => {
  expect(argsOf("security:\n  requiresNetwork: sometimes\n  fileSystemScope: disk")).toEqual([
    ["security.requiresNetwork", "'sometimes'", "true or false"],
    ["security.fileSystemScope", "'disk'", "skill-directory or workspace or system"],
  ]);
  expect(argsOf("composition:\n  dependencies:\n    - reason: fonts")).toEqual([
    ["composition.dependencies[0].skillName", "empty", "a value"],
  ]);
});

test("S2-31..S2-34, C-25: the forms in the specifications are fine", () => {
  const lines = [
    "security: {capabilities: [network, {capability: shell, reason: git}], requiresNetwork: false}",
    "testing: {scenarios: [{name: a, cases: [{name: b, input: c, assertions: [{type: contains, value: d}]}]}]}",
    "tools: {dependencies: [{tool: git, required: true, purpose: history}]}",
    "composition: {dependencies: [{skillName: fonts, reason: e}], executionOrder: after}",
    "user-invocable: no",
    "tags: [pdf]",
  ];
  expect(argsOf(lines.join("\n"))).toEqual([]);
});

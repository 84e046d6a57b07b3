import { readHookMatcher } from "@skillwright/core/policy";
import { expect, test } from "vitest";
import { matchHook } from "./match-hook.ts";

const fires = (matcher: string | undefined, tool: string): boolean =>
  matchHook(
    { event: "pre-tool-use", ...(matcher === undefined ? {} : { matcher }) },
    { event: "pre-tool-use", tool },
  );

test.each<[string | undefined, string, boolean]>([
  [undefined, "Bash", true],
  ["", "Bash", true],
  [" ", "Bash", true],
  ["*", "mcp__a__b", true],
  [".*", "anything", true],
  ["Bash", "Bash", true],
  ["Bash", "BashOutput", false],
  ["Write", "TodoWrite", false],
  ["Edit|Write", "Write", true],
  ["Edit | Write", "Edit", true],
  ["Edit, Write", "Write", true],
  ["Edit|Write", "MultiEdit", false],
  ["Edit|Write", "Read", false],
  ["mcp__.*", "mcp__memory__create", true],
  ["MCP__.*", "mcp__memory__create", true],
  ["mcp__.*", "Bash", false],
  ["mcp__memory__.*|Bash", "mcp__memory__create", true],
  ["mcp__memory__.*|Bash", "mcp__files__read", false],
  ["mcp__(a|b)__write", "mcp__b__write", true],
  ["mcp__(a|b)__write", "mcp__c__write", false],
  ["^Notebook", "NotebookEdit", true],
  ["Notebook(Edit|Read)", "NotebookRead", true],
  ["Notebook(Edit|Read)", "Bash", false],
  ["custom-tool", "custom-tool", true],
])("the matcher %j on %s: %s", (matcher, tool, expected) => {
  expect(fires(matcher, tool)).toBe(expected);
});

test.each([
  ["Bash", "run_shell_command"],
  ["Bash", "bash_exec"],
  ["bash", "Bash"],
  ["bash_exec", "Bash"],
  ["run_shell_command", "shell"],
  ["Edit|Write", "create_file"],
  ["str_replace.*", "Edit"],
  ["B.sh", "run_in_terminal"],
])("%s matches under any agent's name: %s", (matcher, tool) => {
  expect(fires(matcher, tool)).toBe(true);
});

test.each(["Bash(git:*)", "Bash(git *)", "Bash(*)", "Bash(git add *|git commit *)", "Edit|Bash(rm:*)"])(
  "%s runs on every shell command and on no other tool that it does not name",
  (matcher) => {
    expect(fires(matcher, "Bash")).toBe(true);
    expect(fires(matcher, "run_shell_command")).toBe(true);
    expect(fires(matcher, "Grep")).toBe(false);
  },
);

test("only the event it is for", () => {
  expect(matchHook({ event: "stop" }, { event: "pre-tool-use", tool: "Bash" })).toBe(false);
});

test("an event without a tool matches a hook whatever its matcher", () => {
  expect(matchHook({ event: "session-start", matcher: "resume" }, { event: "session-start" })).toBe(true);
});

test.each(["(", "[a", "a{2,1}", "*Bash", "(a)\\1", "(?!Bash)x", "(x{1,100}){100}", "x".repeat(300)])(
  "T10: a matcher that is broken or that cannot be matched in linear time matches everything: %s",
  (matcher) => {
    expect(readHookMatcher(matcher)).toEqual({ fault: expect.any(String) });
    expect(fires(matcher, "Bash")).toBe(true);
  },
);

test.each([`${"(.|.)?".repeat(24)}!`, "(a+)+!", "(a|a)*!", "(x{1,5}){9}!", "a*a*a*a*a*!"])(
  "T10: a matcher on which a backtracking engine runs for ages has an answer: %s",
  (matcher) => {
    expect(fires(matcher, "a".repeat(128))).toBe(false);
    expect(fires(matcher, `${"a".repeat(60)}!`)).toBe(!matcher.startsWith("(x"));
  },
);

test("T10: a tool name that is too long matches", () => {
  expect(fires("x*x*x*!", "x".repeat(1_000_000))).toBe(true);
});

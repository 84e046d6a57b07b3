import { parseSkill } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { hooksLimits } from "./limits.ts";
import { formatHookProblem, type ReadHooks, readHooks } from "./read-hooks.ts";

const skill = { name: "deploy", digest: "sha256:1", directory: "/skills/deploy" };

function read(frontmatter: string): ReadHooks {
  const { manifest } = parseSkill(`---\nname: deploy\ndescription: d\n${frontmatter}\n---\n`);
  return readHooks(manifest.hooks, skill);
}

test("a skill without hooks has none", () => {
  expect(read("license: MIT")).toEqual({ hooks: [], problems: [], notes: [] });
  expect(read("hooks:")).toEqual({ hooks: [], problems: [], notes: [] });
  expect(read("hooks: {}")).toEqual({ hooks: [], problems: [], notes: [] });
});

test("S3-15, S3-16, C-28: pre and post are scripts around the activation", () => {
  expect(read("hooks:\n  post: scripts/verify.sh\n  pre: scripts/validate.sh")).toEqual({
    hooks: [
      {
        event: "skill-activate",
        command: "scripts/validate.sh",
        form: "script",
        timeoutMs: 30_000,
        once: false,
        source: { ...skill, place: "hooks.pre" },
      },
      {
        event: "skill-end",
        command: "scripts/verify.sh",
        form: "script",
        timeoutMs: 30_000,
        once: false,
        source: { ...skill, place: "hooks.post" },
      },
    ],
    problems: [],
    notes: [],
  });
});

test("C-28: events are shell commands with a matcher and a timeout, in the order they are written", () => {
  const source = `hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - {type: command, command: ./check.sh, timeout: 5, once: true}
        - {command: echo two}
  post-tool-use:
    - hooks: [{type: command, command: echo three}]`;
  expect(read(source)).toEqual({
    hooks: [
      {
        event: "pre-tool-use",
        matcher: "Bash",
        command: "./check.sh",
        form: "shell",
        timeoutMs: 5000,
        once: true,
        source: { ...skill, place: "hooks.PreToolUse[0].hooks[0]" },
      },
      {
        event: "pre-tool-use",
        matcher: "Bash",
        command: "echo two",
        form: "shell",
        timeoutMs: 30_000,
        once: false,
        source: { ...skill, place: "hooks.PreToolUse[0].hooks[1]" },
      },
      {
        event: "post-tool-use",
        command: "echo three",
        form: "shell",
        timeoutMs: 30_000,
        once: false,
        source: { ...skill, place: "hooks.post-tool-use[0].hooks[0]" },
      },
    ],
    problems: [],
    notes: [],
  });
});

test.each([
  ["PreToolUse", "pre-tool-use"],
  ["PermissionRequest", "permission-request"],
  ["PostToolUse", "post-tool-use"],
  ["UserPromptSubmit", "pre-prompt"],
  ["SessionStart", "session-start"],
  ["SessionEnd", "session-end"],
  ["Stop", "stop"],
  ["SubagentStop", "sub-agent-end"],
  ["PreCompact", "pre-compact"],
  ["Notification", "notification"],
])("C-28: %s and %s are one event", (claude, uaaps) => {
  for (const name of [claude, uaaps])
    expect(read(`hooks: {${name}: [{hooks: [{command: "true"}]}]}`).hooks).toMatchObject([{ event: uaaps }]);
});

test.each([
  ["an unknown event", "hooks: {PreTool: [{hooks: [{command: x}]}]}", "hooks.PreTool", "event-unknown"],
  [
    "an event in another case",
    "hooks: {pretooluse: [{hooks: [{command: x}]}]}",
    "hooks.pretooluse",
    "event-unknown",
  ],
  [
    "an event named like a part of every object",
    "hooks: {constructor: []}",
    "hooks.constructor",
    "event-unknown",
  ],
  [
    "skill-activate, which only pre can be",
    "hooks: {skill-activate: []}",
    "hooks.skill-activate",
    "event-unknown",
  ],
  [
    "a prompt, which needs a model",
    "hooks: {Stop: [{hooks: [{type: prompt, prompt: Is it done?}]}]}",
    "hooks.Stop[0].hooks[0]",
    "type-unsupported",
  ],
  ["no command", "hooks: {Stop: [{hooks: [{type: command}]}]}", "hooks.Stop[0].hooks[0]", "command-missing"],
  [
    "a blank command",
    "hooks: {Stop: [{hooks: [{command: ' '}]}]}",
    "hooks.Stop[0].hooks[0]",
    "command-missing",
  ],
  ["a blank script", "hooks: {pre: ' '}", "hooks.pre", "command-missing"],
  ["hooks that are a text", "hooks: scripts/check.sh", "hooks", "shape-unknown"],
  ["hooks that are a list", "hooks: [{matcher: Bash}]", "hooks", "shape-unknown"],
  [
    "a text where an event has a list",
    "hooks: {PreToolUse: ./check.sh}",
    "hooks.PreToolUse",
    "shape-unknown",
  ],
  [
    "a map where an event has a list",
    "hooks: {PreToolUse: {matcher: Bash}}",
    "hooks.PreToolUse",
    "shape-unknown",
  ],
  ["a text among the matchers", "hooks: {PreToolUse: [./check.sh]}", "hooks.PreToolUse", "shape-unknown"],
  ["a matcher without hooks", "hooks: {PreToolUse: [{matcher: x}]}", "hooks.PreToolUse", "shape-unknown"],
  ["a command next to the list", "hooks: {Stop: [{command: x}]}", "hooks.Stop", "shape-unknown"],
  [
    "a timeout in words",
    "hooks: {Stop: [{hooks: [{command: x, timeout: 5s}]}]}",
    "hooks.Stop",
    "shape-unknown",
  ],
  ["a list of scripts before", "hooks: {pre: [a.sh, b.sh]}", "hooks.pre", "shape-unknown"],
])("%s is a problem, never ignored", (_, frontmatter, ...[place, code]) => {
  expect(read(frontmatter).problems).toContainEqual({ place, code });
});

test("an invalid hook does not affect the others", () => {
  const { hooks, problems } = read("hooks: {pre: a.sh, Nonsense: [{hooks: [{command: x}]}]}");
  expect(hooks).toHaveLength(1);
  expect(problems.map(formatHookProblem)).toEqual(["hooks.Nonsense is not a hook event."]);
});

test.each([
  [600, 300_000],
  [0, 1000],
  [-5, 1000],
  [1.5, 1500],
  [300, 300_000],
])("a timeout of %d seconds is %d milliseconds", (timeout, timeoutMs) => {
  const { hooks, notes } = read(`hooks: {Stop: [{hooks: [{command: x, timeout: ${timeout}}]}]}`);
  expect(hooks).toMatchObject([{ timeoutMs }]);
  expect(notes.map(formatHookProblem)).toEqual(
    timeout * 1000 === timeoutMs ? [] : ["hooks.Stop[0].hooks[0] has a timeout outside 1 to 300 seconds."],
  );
});

test("an unsafe matcher is noted", () => {
  expect(read("hooks: {PreToolUse: [{matcher: '(?=a)', hooks: [{command: x}]}]}")).toMatchObject({
    hooks: [{ matcher: "(?=a)" }],
    problems: [],
    notes: [{ place: "hooks.PreToolUse[0].hooks[0]", code: "matcher-unreadable" }],
  });
});

test("the number of hooks is limited, and more are a problem", () => {
  const list = (count: number): string =>
    `hooks: {Stop: [{hooks: [${Array.from({ length: count }, () => "{command: x}").join(", ")}]}]}`;
  expect(read(list(hooksLimits.hooksPerSkill)).problems).toEqual([]);
  const { hooks, problems } = read(list(hooksLimits.hooksPerSkill + 1));
  expect(hooks).toHaveLength(hooksLimits.hooksPerSkill);
  expect(problems).toEqual([{ place: "hooks", code: "too-many-hooks" }]);
});

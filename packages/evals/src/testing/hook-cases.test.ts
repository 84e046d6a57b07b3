import { hookEventSpellings } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { readTestCase } from "./read-test-case.ts";

const file = "tests/cases/hook.yaml";

/** A case with this hook and these expectations. */
const caseWith = (hook: string, expected = "{decision: deny}"): string =>
  `name: a\ninput:\n  hook: ${hook}\nexpected: ${expected}\n`;

/** Each problem as `line:column message`. */
function problemsOf(source: string): readonly string[] {
  const read = readTestCase(source, file);
  if (read.ok) return [];
  return read.problems.map(({ range: { start }, message }) => `${start.line}:${start.column} ${message}`);
}

test("a case for hooks has an event, and a decision in place of an exit code", () => {
  const source = `name: force-push-is-refused
description: The hook on shell commands refuses to overwrite history
input:
  hook:
    event: PreToolUse
    tool: Bash
    input:
      command: git push --force
  files:
    - tests/fixtures/repository.txt
expected:
  decision: deny
  stderr-contains:
    - force
`;
  expect(readTestCase(source, file)).toEqual({
    ok: true,
    value: {
      name: "force-push-is-refused",
      description: "The hook on shell commands refuses to overwrite history",
      input: {
        kind: "hook",
        hook: { event: "pre-tool-use", tool: "Bash", input: { command: "git push --force" } },
        files: ["tests/fixtures/repository.txt"],
      },
      expected: {
        decision: "deny",
        stdoutContains: [],
        stderrContains: ["force"],
        notContains: [],
        stdoutMatches: [],
        stderrMatches: [],
        filesCreated: [],
        snapshot: false,
      },
    },
  });
});

test("a hook's exit code is checked when the case expects one", () => {
  const source = caseWith("{event: pre}", "{decision: deny, exit-code: 2}");
  expect(readTestCase(source, file)).toMatchObject({
    value: { expected: { exitCode: 2, decision: "deny" } },
  });
});

test.each([
  ["{event: PostToolUse, tool: Write, input: {path: a}, response: [1, null]}", "post-tool-use"],
  ["{event: PermissionRequest, tool: Write}", "permission-request"],
  ["{event: UserPromptSubmit, prompt: please}", "pre-prompt"],
  ["{event: pre}", "skill-activate"],
  ["{event: post}", "skill-end"],
  ["{event: SessionEnd}", "session-end"],
])("%s is an event", (hook, event) => {
  expect(readTestCase(caseWith(hook), file)).toMatchObject({
    ok: true,
    value: { input: { hook: { event } } },
  });
});

test("a response and a prompt reach the hook unchanged", () => {
  expect(
    readTestCase(caseWith("{event: PostToolUse, tool: Write, response: [1, null]}"), file),
  ).toMatchObject({
    value: { input: { hook: { tool: "Write", response: [1, null] } } },
  });
  expect(readTestCase(caseWith("{event: pre-prompt, prompt: 1.10}"), file)).toMatchObject({
    value: { input: { hook: { prompt: "1.10" } } },
  });
});

test.each([
  ["{tool: Bash}", ["3:9 input.hook.event: expected a value, found nothing."]],
  ["{event: PreToolUse}", ["3:9 input.hook.tool: expected a value, found nothing."]],
  ["{event: pre-prompt}", ["3:9 input.hook.prompt: expected a value, found nothing."]],
  [
    "{event: PreToolUse, tool: Bash, response: x, prompt: y}",
    [
      "3:41 input.hook.response: the event pre-tool-use has no such field.",
      "3:54 input.hook.prompt: the event pre-tool-use has no such field.",
    ],
  ],
  ["{event: Stop, tool: Bash}", ["3:23 input.hook.tool: the event stop has no such field."]],
  [
    "{event: PreToolUse, tool: Bash, input: ls}",
    ["3:48 input.hook.input: expected a mapping, found string."],
  ],
  [
    "{event: pre, matcher: x}",
    ["3:22 input.hook.matcher: unknown key. Known keys: event, tool, input, response, prompt."],
  ],
  ["PreToolUse", ["3:9 input.hook: expected a mapping, found string."]],
])("the hook %s is refused", (hook, problems) => {
  expect(problemsOf(caseWith(hook))).toEqual(problems);
});

test("an unknown event is reported with all known ones", () => {
  expect(problemsOf(caseWith("{event: __proto__}"))).toEqual([
    `3:17 input.hook.event: expected ${[...hookEventSpellings.keys()].join(" or ")}, found string.`,
  ]);
});

test.each([
  ["{}", ["4:11 expected.decision: expected allow, ask or deny, found nothing."]],
  ["{decision: block}", ["4:22 expected.decision: expected allow or ask or deny, found string."]],
])("expectations %s of a hook are refused", (expected, problems) => {
  expect(problemsOf(caseWith("{event: pre}", expected))).toEqual(problems);
});

test("a hook without any expectation is refused", () => {
  expect(problemsOf("name: a\ninput: {hook: {event: pre}}\n")).toEqual([
    "1:1 expected.decision: expected allow, ask or deny, found nothing.",
  ]);
});

test("a case is about a command or about hooks", () => {
  const source =
    "name: a\ninput:\n  command: x\n  stdin: y\n  hook: {event: pre}\nexpected: {decision: allow}\n";
  expect(problemsOf(source)).toEqual([
    "3:3 input.command: a case has either this or a hook, not both.",
    "4:3 input.stdin: a case has either this or a hook, not both.",
  ]);
});

import { expect, test } from "vitest";
import { type AssertionType, type AssertionVerdict, judgeAssertion } from "./judge-assertion.ts";

import { say, trialOf, use } from "./test-trial.ts";
import type { Trial } from "./trial.ts";

const judge = ([type, value]: readonly [AssertionType, string], trial: Trial): AssertionVerdict | undefined =>
  judgeAssertion({ type, value }, trial);

const talk = trialOf({
  events: [
    say("I check the file first.\nThen I tell."),
    ...use("read", { path: "in.csv" }, { output: "ragged secret" }),
    say("whispered", "helper"),
    say("Line 12 is ragged.\nLine 13 is fine."),
  ],
  files: { texts: [{ path: "a.txt", text: "written", isCut: false }] },
});

const passed = (evidence: unknown): unknown => ({ passed: true, evidence });
const failed = (evidence: unknown): unknown => ({ passed: false, evidence });
const whole = "I check the file first. Then I tell. Line 12 is ragged. Line 13 is fine.";

test.each([
  ["contains", "ragged.", passed(`The agent said "${whole}".`)],
  ["contains", "check the file", passed(expect.stringContaining("I check the file first."))],
  ["contains", "Ragged", failed(`The agent did not say "Ragged". Its last words are "${whole}".`)],
  ["contains", "Line 12 is broken", failed(expect.stringContaining("What comes nearest is "))],
  ["contains", "secret", failed(expect.anything())],
  ["contains", "whispered", failed(expect.anything())],
  ["contains", "written", failed(expect.anything())],
  ["not-contains", "secret", passed('"secret" is not in the 72 characters that the agent said.')],
  ["not-contains", "check", failed(expect.stringContaining('The agent said "I check'))],
  ["matches-regex", "^Line \\d+ is ragged", passed('The agent said "Line 12 is ragged.".')],
  ["matches-regex", "tell\\.\\nLine", passed('The agent said "Line 12 is ragged.".')],
  ["matches-regex", "^Line \\d+$", failed(expect.stringContaining("Nothing the agent said matches"))],
  ["matches-regex", "(", failed('"(": expected a regular expression: Unterminated group.')],
] as const)("%s %j", (type, value, verdict) => {
  expect(judge([type, value], talk)).toEqual(verdict);
});

test.each(["contains", "not-contains", "matches-regex"] as const)(
  "%s shows nothing about an agent that said nothing",
  (type) => {
    const silence = { passed: false, evidence: "The agent said nothing." };
    expect(judge([type, "x*"], trialOf({}))).toEqual(silence);
    expect(judge([type, "x*"], trialOf({ events: [say(" \n")] }))).toEqual(silence);
  },
);

test("an answer that is not among the events counts, and one that is counts once", () => {
  expect(judge(["contains", "done"], trialOf({ answer: "All done." }))?.passed).toBe(true);
  const heard = trialOf({ events: [say("First. Last.\n")], answer: "Last." });
  expect(judge(["matches-regex", "Last\\.[^]*Last\\."], heard)?.passed).toBe(false);
});

test("the reason why an agent did not start is not its own text", () => {
  const refused = trialOf({ answer: "The skill is disabled.", steps: 0 });
  expect(judge(["contains", "disabled"], refused)?.passed).toBe(false);
  expect(judge(["not-contains", "x"], refused)?.passed).toBe(false);
});

test("an expression that takes too long fails", () => {
  // Every letter leads to a new combination of five hundred places in the expression.
  const letters = Array.from({ length: 30_000 }, (_, at) =>
    (Math.imul(at ^ (at >>> 5), 2654435761) >>> 16) % 2 ? "a" : "b",
  ).join("");
  expect(judge(["matches-regex", "a[ab]{500}c"], trialOf({ events: [say(letters)] }))).toEqual({
    passed: false,
    evidence: 'The expression "a[ab]{500}c" took too long to try.',
  });
});

test("the line of a match in a long answer is found", () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
  const long = trialOf({ events: [say(lines.join("\n"))] });
  expect(judge(["matches-regex", "^line 17777$"], long)).toEqual({
    passed: true,
    evidence: 'The agent said "line 17777".',
  });
});

const files = {
  created: ["out/a.csv", "out/deep/b.csv", "report.md", "odd[1].txt"],
  modified: ["in.csv"],
  deleted: ["old.txt"],
  unchanged: ["same.txt"],
};

test.each([
  ["file-created", "report.md", true],
  ["file-created", "./report.md", true],
  ["file-created", "Report.md", false],
  ["file-created", "report", false],
  ["file-created", "*.md", true],
  ["file-created", "*.csv", false],
  ["file-created", "**/*.csv", true],
  ["file-created", "**/report.md", true],
  ["file-created", "out/*.csv", true],
  ["file-created", "out/?.{csv,tsv}", true],
  ["file-created", "out", false],
  ["file-created", "out/", true],
  ["file-created", "out/deep", false],
  ["file-created", "odd[1].txt", true],
  ["file-created", "in.csv", false],
  ["file-created", "/etc/passwd", false],
  ["file-modified", "in.csv", true],
  ["file-modified", "*.csv", true],
  ["file-modified", "report.md", false],
  ["file-modified", "same.txt", false],
] as const)("%s %j: %s", (type, value, expected) => {
  expect(judge([type, value], trialOf({ files }))?.passed).toBe(expected);
});

test.each([
  ["file-created", "**/*.csv", 'Files created: "out/a.csv", "out/deep/b.csv".'],
  ["file-created", "in.csv", '"in.csv" was not created, but existed before and was modified.'],
  ["file-modified", "report.md", '"report.md" was not modified, but was created.'],
  ["file-modified", "old.txt", '"old.txt" was not modified, but was deleted.'],
  ["file-modified", "same.txt", '"same.txt" was not modified, but is unchanged.'],
  ["file-modified", "x", 'No file like "x" was modified. Files that were: "in.csv".'],
] as const)("%s %j states what happened to the file", (type, value, evidence) => {
  expect(judge([type, value], trialOf({ files }))?.evidence).toBe(evidence);
});

test("the evidence states that no file was created", () => {
  expect(judge(["file-created", "x"], trialOf({}))?.evidence).toBe(
    'No file like "x" was created. No file was.',
  );
});

const failure = (error: string): { readonly ok: false; readonly output: string } => ({
  ok: false,
  output: JSON.stringify({ success: false, error, duration_ms: 1 }),
});

const work = trialOf({
  events: [
    ...use("bash", { command: "git  add . &&\\\n git\tcommit -m 'Fix tools'" }),
    ...use("Shell", { command: "npm test" }, { output: '{"success":true,"result":{"return_code":1}}' }),
    ...use("bash", { command: "git push" }, { ok: false, denied: true }),
    ...use("bash", { command: "make all" }, failure("A command cannot run here.")),
    ...use("skills_run_script", { name: "csv", script: "check.py", args: ["in.csv", "--strict"] }),
    ...use("skills_run_script", {
      name: "csv",
      script: "scripts/fix.sh",
      args: { out: "o.csv", v: true, n: false, col: [1, 2] },
    }),
    ...use("bash", { command: "helper-command" }, { agent: "helper" }),
    ...use("write", { path: "a", content: "written-command" }),
    ...use("bash", "no-object"),
    ...use("bash", { command: { toString: 1 } }),
    ...use(
      "skills_run_script",
      { name: "csv", script: "odd.py", args: [{ toString: 1 }, 5] },
      { ok: false, output: '{"ok":false,"data":{"exit_code":-1},"errors":[{"code":"TIMEOUT"}]}' },
    ),
    { type: "called", call: "call-9", tool: "bash", input: { command: "sleep 100" } },
  ],
});

test.each([
  ["git commit -m", true, `Ran "git add . &&\\ git commit -m 'Fix tools'".`],
  ["git add . && git commit", true, expect.anything()],
  [" git   add ", true, expect.anything()],
  ["git", true, expect.anything()],
  ["gi", false, expect.anything()],
  ["ls", false, expect.stringContaining('No command with "ls" ran. Commands that ran: ')],
  ["npm test", true, 'Ran "npm test".'],
  ["git push", false, '"git push" was refused, so it did not run.'],
  ["make all", false, expect.stringMatching(/^"make all" did not start: ".*A command cannot run here\./)],
  ["sleep 100", false, '"sleep 100" was called, but has no result.'],
  ["check.py in.csv", true, 'Ran "check.py in.csv --strict".'],
  ["scripts/check.py in.csv --strict", true, 'Ran "check.py in.csv --strict".'],
  ["scripts/fix.sh --out o.csv -v --col 1 --col 2", true, expect.anything()],
  ["helper-command", true, expect.anything()],
  ["written-command", false, expect.anything()],
  ["odd.py 5", true, 'Ran "odd.py 5".'],
  ["no-object", false, expect.anything()],
  ["  ", false, expect.anything()],
])("command-executed %j: %s", (value, isPassed, evidence) => {
  expect(judge(["command-executed", value], work)).toEqual({ passed: isPassed, evidence });
});

test.each([
  ["stopped after its time", "Timeout exceeded: the command was stopped after 1000 ms.", true],
  ["stopped at a limit", "The command used more than 1,000 bytes of memory and was stopped.", true],
  ["with a wrong input", "timeout_ms: expected a whole number, found text.", false],
  ["whose input tells of a stop", 'command: "The command x and was stopped." is too long', false],
  ["cancelled", "Timeout exceeded: the command was cancelled.", false],
])("a command that is %s", (_, error, hasRun) => {
  const trial = trialOf({ events: use("bash", { command: "rm -rf /" }, failure(error)) });
  expect(judge(["command-executed", "rm -rf /"], trial)?.passed).toBe(hasRun);
});

test.each([
  '{"ok":false,"data":{},"errors":[{"code":"FILE_NOT_FOUND","message":"exit_code"}]}',
  "There is no tool called 'skills_run_script'.",
  "[]",
])("a missing script did not run: %s", (output) => {
  const events = use("skills_run_script", { name: "csv", script: "nope.sh" }, { ok: false, output });
  expect(judge(["command-executed", "nope.sh"], trialOf({ events }))?.passed).toBe(false);
});

test("calls with the same id are distinguished by order, as sub-agents restart their numbering", () => {
  const trial = trialOf({
    events: [
      ...use("bash", { command: "first" }, { denied: true, ok: false, agent: "helper" }),
      ...use("bash", { command: "second" }, { agent: "helper" }),
    ],
  });
  expect(judge(["command-executed", "first"], trial)?.passed).toBe(false);
  expect(judge(["command-executed", "second"], trial)?.passed).toBe(true);
});

test("the evidence states that no command ran", () => {
  expect(judge(["command-executed", "x"], trialOf({}))?.evidence).toBe(
    'No command with "x" ran. No command ran.',
  );
});

test("custom assertions are left to a judge", () => {
  expect(judge(["custom", "It is polite"], talk)).toBeUndefined();
});

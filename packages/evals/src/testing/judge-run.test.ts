import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import type { Expected } from "./case.ts";
import type { TestFailure } from "./failure.ts";
import { judgeRun, type Observed } from "./judge-run.ts";
import { testingLimits } from "./limits.ts";

const nothingExpected: Expected = {
  exitCode: 0,
  stdoutContains: [],
  stderrContains: [],
  notContains: [],
  stdoutMatches: [],
  stderrMatches: [],
  filesCreated: [],
  snapshot: false,
};
const silent: Observed = {
  status: "exited",
  exitCode: 0,
  stdout: "",
  stderr: "",
  truncated: false,
  created: [],
};

const judge = (expected: Partial<Expected>, observed: Partial<Observed>): readonly TestFailure[] =>
  judgeRun({ ...nothingExpected, ...expected }, { ...silent, ...observed });

test("a run that meets all expectations has no failures", () => {
  const expected: Partial<Expected> = {
    exitCode: 1,
    stdoutContains: ["rows"],
    stderrContains: ["warn"],
    notContains: ["Traceback"],
    stdoutJson: { rows: 3 },
    stdoutMatches: ['"rows": \\d'],
    stderrMatches: ["^warning$"],
    filesCreated: ["out/a.md"],
  };
  const observed: Partial<Observed> = {
    exitCode: 1,
    stdout: '{"rows": 3, "more": 1}\n',
    stderr: "first\nwarning\n",
    created: ["out", "out/a.md"],
  };
  expect(judge(expected, observed)).toEqual([]);
});

test("S0-25: another exit code is a failure, with the end of standard error", () => {
  const stderr = `${"x".repeat(5000)}KeyError: 'a'\n`;
  expect(judge({}, { exitCode: 1, stdout: "out", stderr })).toEqual([
    {
      kind: "exit-code",
      expected: 0,
      actual: 1,
      output: `…${stderr.slice(-evalsLimits.testExcerptCharacters)}`,
    },
  ]);
});

test("with nothing on standard error it is the end of standard output", () => {
  expect(judge({}, { exitCode: 1, stdout: "out", stderr: " \n" })).toMatchObject([{ output: "out" }]);
});

test("S0-25: a signal's exit code is that of a shell", () => {
  const observed: Partial<Observed> = { status: "killed", exitCode: 139 };
  expect(judge({ exitCode: 139 }, observed)).toEqual([]);
  expect(judge({}, observed)).toEqual([
    { kind: "exit-code", expected: 0, actual: 139, killed: true, output: "" },
  ]);
});

test.each(["timed-out", "aborted"] as const)("a command that was %s has failed with that alone", (status) => {
  const expected = { exitCode: 143, stdoutContains: ["never"], notContains: ["begun"] };
  expect(judge(expected, { status, exitCode: 143, stdout: "begun" })).toEqual([
    { kind: "stopped", expected: "exited", actual: status, output: "begun" },
  ]);
});

test("the exceeded resource is named", () => {
  expect(judge({}, { status: "over-limit", exceeded: "memory", exitCode: 137 })).toEqual([
    { kind: "stopped", expected: "exited", actual: "over-limit", exceeded: "memory", output: "" },
  ]);
});

test("truncated output is a failure, whatever it starts with", () => {
  const flood = "y\n".repeat(testingLimits.testOutputBytes / 2);
  expect(judge({ stderrContains: ["y"] }, { stderr: flood, stdout: "few", truncated: true })).toEqual([
    {
      kind: "truncated",
      expected: "all output",
      actual: `${flood.slice(0, evalsLimits.testExcerptCharacters)}…`,
    },
  ]);
});

test("S0-26, S0-27: each text is looked for in its own stream", () => {
  const expected = { stdoutContains: ["one", "two"], stderrContains: ["one", "two"] };
  expect(judge(expected, { stdout: "one", stderr: "two" })).toEqual([
    { kind: "stdout-contains", expected: "two", actual: "one" },
    { kind: "stderr-contains", expected: "one", actual: "two" },
  ]);
});

test("S0-26: a text over several lines, at the very end and as all of the output is found", () => {
  expect(judge({ stdoutContains: ["a\nb", "b\n", "a\nb\n"] }, { stdout: "a\nb\n" })).toEqual([]);
});

test("S0-26: a long output is shown around the nearest match", () => {
  const stdout = `${"-".repeat(9000)}Total: 42 EUR${"-".repeat(9000)}`;
  const [failure] = judge({ stdoutContains: ["Total: 43"] }, { stdout });
  expect(failure).toEqual({
    kind: "stdout-contains",
    expected: "Total: 43",
    actual: `…${stdout.slice(9008 - 1000, 9008 + 1000)}…`,
  });
});

test("S0-28: unwanted text must not be in either stream", () => {
  expect(judge({ notContains: ["ERROR"] }, { stdout: "an ERROR", stderr: "ERROR too" })).toEqual([
    { kind: "not-contains", expected: "ERROR", actual: "an ERROR", stream: "stdout" },
    { kind: "not-contains", expected: "ERROR", actual: "ERROR too", stream: "stderr" },
  ]);
  expect(judge({ notContains: ["ERROR"] }, { stdout: "ERR", stderr: "OR, error" })).toEqual([]);
});

test("S0-29: what the JSON lacks is reported with its path", () => {
  expect(judge({ stdoutJson: { rows: 3 } }, { stdout: '{"rows": 4}' })).toEqual([
    { kind: "stdout-json", path: "$.rows", expected: "3", actual: "4" },
  ]);
});

test("an expression applies to all lines of its stream", () => {
  const expected = { stdoutMatches: ["^b$", "^c"], stderrMatches: ["a.b"] };
  expect(judge(expected, { stdout: "a\nb\nac", stderr: "a\nb" })).toEqual([
    { kind: "stdout-matches", expected: "^c", actual: "a\nb\nac" },
    { kind: "stderr-matches", expected: "a.b", actual: "a\nb" },
  ]);
});

/** Every letter of the text leads to a new combination of five hundred places in the expression. */
const laborious = {
  pattern: "a[ab]{500}c",
  text: Array.from({ length: 30_000 }, (_, at) =>
    (Math.imul(at ^ (at >>> 5), 2654435761) >>> 16) % 2 ? "a" : "b",
  ).join(""),
};

test("an expression that takes too long is a failure, and the others are not tried", () => {
  const expected = {
    ...nothingExpected,
    stdoutMatches: ["first", laborious.pattern],
    stderrMatches: ["third"],
  };
  expect(judgeRun(expected, { ...silent, stdout: laborious.text })).toEqual([
    { kind: "stdout-matches", expected: "first", actual: expect.any(String) },
    { kind: "stdout-matches", expected: laborious.pattern, actual: expect.any(String), tooSlow: true },
  ]);
});

test("an invalid expression is not met", () => {
  expect(judge({ stdoutMatches: ["("] }, { stdout: "(" })).toEqual([
    { kind: "stdout-matches", expected: "(", actual: "(" },
  ]);
});

test("missing files are reported with those that were created", () => {
  const created = Array.from({ length: 50 }, (_, at) => `out/${at}.md`);
  expect(judge({ filesCreated: ["out/1.md", "out/51.md"] }, { created })).toEqual([
    { kind: "files-created", expected: "out/51.md", actual: created.slice(0, testingLimits.testDifferences) },
  ]);
});

test("for hooks the decision counts, and the exit code only if the case expects one", () => {
  const { exitCode, ...noCode } = nothingExpected;
  const refused: Observed = { ...silent, exitCode: 2, stderr: "no force", decision: "deny" };
  expect(judgeRun({ ...noCode, decision: "deny" }, refused)).toEqual([]);
  expect(judgeRun({ ...nothingExpected, decision: "allow" }, refused)).toEqual([
    { kind: "exit-code", expected: exitCode, actual: 2, output: "no force" },
    { kind: "decision", expected: "allow", actual: "deny", output: "no force" },
  ]);
  expect(judgeRun({ ...noCode, decision: "allow" }, silent)).toEqual([
    { kind: "decision", expected: "allow", actual: "none", output: "" },
  ]);
});

import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import type { Expected } from "./case.ts";
import { formatTestFailure } from "./failure.ts";
import { judgeJson } from "./judge-json.ts";
import { judgeRun, type Observed } from "./judge-run.ts";
import { testingLimits } from "./limits.ts";
import { judgeSnapshot } from "./snapshot.ts";

const nothingExpected: Expected = {
  stdoutContains: [],
  stderrContains: [],
  notContains: [],
  stdoutMatches: [],
  stderrMatches: [],
  filesCreated: [],
  snapshot: false,
};
const observe = (stdout: string): Observed => ({
  status: "exited",
  exitCode: 0,
  stdout,
  stderr: "",
  truncated: false,
  created: [],
});
const megabyte = testingLimits.testOutputBytes;

test("similar texts are not compared in quadratic time", () => {
  // Sought from the right, as `includes` does, each place of the output would be compared for 100,000 characters.
  const wanted = `b${"a".repeat(100_000)}`;
  const [failure] = judgeRun(
    { ...nothingExpected, stdoutContains: [wanted], notContains: [wanted] },
    observe("a".repeat(megabyte)),
  );
  expect(failure).toMatchObject({ kind: "stdout-contains" });
});

test("very deep JSON is compared and shown up to a limit", () => {
  const deep = `${"[".repeat(megabyte / 2)}${"]".repeat(megabyte / 2)}`;
  expect(judgeJson({ a: 1 }, deep)).toEqual([
    { kind: "stdout-json", path: "$", expected: '{"a": 1}', actual: "[[[[… 1 more]]]]" },
  ]);
});

test("failures are bounded, however much was written", () => {
  const expected: Expected = {
    ...nothingExpected,
    exitCode: 1,
    stdoutContains: ["y".repeat(200_000)],
    notContains: ["x"],
    stdoutJson: Array.from({ length: 1000 }, () => "z"),
    stdoutMatches: ["nothing"],
    filesCreated: ["gone"],
  };
  const observed = {
    ...observe("x".repeat(megabyte)),
    created: Array.from({ length: 100_000 }, (_, at) => `f${at}`),
  };
  const failures = judgeRun(expected, observed);
  expect(failures.map(({ kind }) => kind)).toEqual([
    "exit-code",
    "stdout-contains",
    "not-contains",
    "stdout-json",
    "stdout-matches",
    "files-created",
  ]);
  for (const failure of failures) {
    expect(JSON.stringify(failure).length).toBeLessThan(3 * evalsLimits.testExcerptCharacters);
    expect(formatTestFailure(failure).length).toBeLessThan(3 * evalsLimits.testExcerptCharacters);
  }
});

test("two outputs of half a million lines with nothing in common are compared in part", () => {
  const kept = `stdout:\n${"| a\n".repeat(megabyte / 4)}stderr:\n`;
  const [failure] = judgeSnapshot(kept, observe("b\n".repeat(megabyte / 2)), { folders: [] });
  const side = testingLimits.testShownLines / 3;
  expect(failure?.actual).toEqual([
    "  stdout:",
    ...Array.from({ length: side }, () => "- | a"),
    "…",
    ...Array.from({ length: side }, () => "+ | b"),
    "…",
    "…",
  ]);
});

test("so are two lines of a megabyte each", () => {
  const kept = `stdout:\n| ${"a".repeat(megabyte)}b\n\\ no line break\nstderr:\n`;
  const [failure] = judgeSnapshot(kept, observe(`${"a".repeat(megabyte)}c`), { folders: [] });
  const around = `…${"a".repeat(testingLimits.testValueCharacters - 1)}`;
  expect(failure?.actual).toEqual([
    "  stdout:",
    `- ${around}b`,
    `+ ${around}c`,
    "  \\ no line break",
    "  stderr:",
  ]);
});

test("output cannot move a terminal's cursor, set its title or hide text through a failure", () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007\u202eevil\r\u001b[1Agone\u2028\u0000";
  const failures = judgeRun(
    {
      ...nothingExpected,
      exitCode: 1,
      stdoutContains: ["\u001b[31mred"],
      stdoutJson: 1,
      filesCreated: ["a"],
    },
    { ...observe(hostile), created: [hostile] },
  );
  const text = failures.map(formatTestFailure).join("\n");
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
  expect(text).toContain("\\u{1b}[2J");
});

test("a line of output cannot pass as one of ours", () => {
  const text = formatTestFailure({
    kind: "stdout-contains",
    expected: "x",
    actual: "ok\n  expected: y\nactual: z",
  });
  expect(text).toBe(
    "Standard output does not contain the text.\n  expected: x\n  actual:\n    ok\n      expected: y\n    actual: z",
  );
});

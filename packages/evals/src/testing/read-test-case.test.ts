import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { policyLimits } from "@skillwright/core/policy";
import { describe, expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import type { Expected, TestCase } from "./case.ts";
import { testingLimits } from "./limits.ts";
import { readTestCase } from "./read-test-case.ts";
import { readTestConfig } from "./read-test-config.ts";

const file = "tests/cases/01-basic.yaml";

/** Each problem as `line:column-line:column message`. */
function problemsOf(source: string, hasFile?: (path: string) => boolean): readonly string[] {
  const read = readTestCase(source, file, hasFile ? { hasFile } : {});
  if (read.ok) return [];
  return read.problems.map(
    ({ range: { start, end }, message }) =>
      `${start.line}:${start.column}-${end.line}:${end.column} ${message}`,
  );
}

function caseOf(source: string): TestCase {
  const read = readTestCase(source, file);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

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

/** A case with these lines below `expected`. */
const expecting = (...lines: readonly string[]): string =>
  ["name: a", "input: {command: x}", "expected:", ...lines.map((line) => `  ${line}`), ""].join("\n");

test("S0-21 to S0-28: UAAPS's example is read", () => {
  const source = `name: basic-pdf-extraction
description: Verify script extracts text from a single-page PDF
input:
  command: "python scripts/extract.py tests/fixtures/sample.pdf"
  stdin: null
  files:
    - tests/fixtures/sample.pdf
expected:
  exit-code: 0
  stdout-contains:
    - "Hello, World"
    - "Page 1"
  not-contains:
    - "ERROR"
    - "Traceback"
`;
  expect(readTestCase(source, file)).toEqual({
    ok: true,
    value: {
      name: "basic-pdf-extraction",
      description: "Verify script extracts text from a single-page PDF",
      input: {
        kind: "command",
        command: "python scripts/extract.py tests/fixtures/sample.pdf",
        files: ["tests/fixtures/sample.pdf"],
      },
      expected: {
        ...nothingExpected,
        stdoutContains: ["Hello, World", "Page 1"],
        notContains: ["ERROR", "Traceback"],
      },
    },
  });
});

test("S0-25: a case needs only a name and a command, which must exit with 0", () => {
  expect(caseOf("name: a\ninput: {command: 'true'}\n")).toEqual({
    name: "a",
    input: { kind: "command", command: "true", files: [] },
    expected: nothingExpected,
  });
});

test("S0-25 to S0-29 and our extensions: every expectation is read", () => {
  const source = expecting(
    "exit-code: 3",
    "stdout-contains: [1.10, yes]",
    "stderr-contains: ['a: b']",
    'not-contains: ["x\\ny"]',
    "stdout-json: {rows: 3, tags: [], cut: null, __proto__: {a: 1}}",
    "stdout-matches: ['^Total: \\d+$']",
    "stderr-matches: [warning|error]",
    "files-created: [./out//report.md, logs/]",
    "snapshot: true",
  );
  const { expected } = caseOf(source);
  expect({ ...expected, stdoutJson: JSON.stringify(expected.stdoutJson) }).toEqual({
    exitCode: 3,
    stdoutContains: ["1.10", "yes"],
    stderrContains: ["a: b"],
    notContains: ["x\ny"],
    stdoutJson: '{"rows":3,"tags":[],"cut":null,"__proto__":{"a":1}}',
    stdoutMatches: ["^Total: \\d+$"],
    stderrMatches: ["warning|error"],
    filesCreated: ["out/report.md", "logs"],
    snapshot: true,
  });
});

test.each([
  ["stdin: null", undefined],
  ["stdin: ~", undefined],
  ["stdin:", undefined],
  ["stdin: ''", ""],
  ["stdin: null value", "null value"],
  ["stdin: 1.10", "1.10"],
  ["stdin: |\n    a\n    b", "a\nb\n"],
])("S0-23: %j gives %j", (line, stdin) => {
  const { input } = caseOf(`name: a\ninput:\n  command: x\n  ${line}\n`);
  expect(input).toEqual({
    kind: "command",
    command: "x",
    files: [],
    ...(stdin === undefined ? {} : { stdin }),
  });
});

test("a missing key is reported at its parent", () => {
  expect(readTestCase("description: x\n", file)).toEqual({
    ok: false,
    problems: [
      {
        file,
        range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
        message: "name: expected a value, found nothing.",
      },
      {
        file,
        range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
        message: "input: expected a value, found nothing.",
      },
    ],
  });
  expect(problemsOf("name: a\ninput:\n  files: []\n")).toEqual([
    "3:3-3:3 input.command: expected a value, found nothing.",
  ]);
});

test.each([
  ["Upper", "expected only a-z, 0-9 and hyphens"],
  ["a_b", "expected only a-z, 0-9 and hyphens"],
  ["a b", "expected only a-z, 0-9 and hyphens"],
  ["é", "expected only a-z, 0-9 and hyphens"],
  ["a".repeat(65), "expected at most 64 characters, found 65"],
])("S0-21: the name %s is refused", (name, why) => {
  expect(problemsOf(`name: ${name}\ninput: {command: x}`)).toEqual([
    `1:7-1:${7 + name.length} name: ${why}.`,
  ]);
});

test("S0-21: a name can have 64 letters, digits and hyphens, and can be a number", () => {
  expect(caseOf(`name: ${"a-0b".repeat(16)}\ninput: {command: x}`).name).toHaveLength(64);
  expect(caseOf("name: 42\ninput: {command: x}").name).toBe("42");
});

test("S0-21: an empty name is refused", () => {
  expect(problemsOf("name: ''\ninput: {command: x}")).toEqual([
    "1:7-1:9 name: expected a name, found nothing.",
  ]);
});

test.each([
  ["''", "expected a command, found nothing"],
  ["' \t '", "expected a command, found nothing"],
  ['"a\\0b"', "a command cannot contain NUL"],
  [
    `"${"x".repeat(policyLimits.shellCommandCharacters + 1)}"`,
    `expected at most ${policyLimits.shellCommandCharacters} characters, found ${policyLimits.shellCommandCharacters + 1}`,
  ],
])("S0-22: a command that cannot be run is refused (%#)", (command, why) => {
  expect(problemsOf(`name: a\ninput:\n  command: ${command}\n`)).toEqual([
    `3:12-3:${12 + command.length} input.command: ${why}.`,
  ]);
});

describe.each([
  ["S0-24: input.files", (path: string) => `name: a\ninput:\n  command: x\n  files: [${path}]\n`, "4:11"],
  ["expected.files-created", (path: string) => expecting(`files-created: [${path}]`), "4:19"],
])("%s", (title, source, start) => {
  const place = title.replace("S0-24: ", "");
  const [, column] = start.split(":").map(Number);

  test.each([
    ["/etc/passwd", "expected a path relative to the skill, found an absolute one"],
    ["'C:/x'", "expected a path relative to the skill, found an absolute one"],
    ["../other/x", "expected a path without .. because it could leave the skill"],
    ["tests/../../x", "expected a path without .. because it could leave the skill"],
    ["..", "expected a path without .. because it could leave the skill"],
    ["'..\\x'", "expected a path with / as the separator and no unprintable characters"],
    ['"a\\0b"', "expected a path with / as the separator and no unprintable characters"],
    ['"a\\nb"', "expected a path with / as the separator and no unprintable characters"],
    ["''", "expected a path, found none"],
    ["./", "expected a path, found none"],
    [`${"x".repeat(1025)}`, "expected at most 1024 characters, found 1025"],
  ])("%s is refused", (path, why) => {
    expect(problemsOf(source(path))).toEqual([
      `${start}-4:${(column ?? 0) + path.length} ${place}[0]: ${why}.`,
    ]);
  });

  test.each(["a..b/c", "tests/.hidden", "deep/er/file.txt", "~/x", "a b"])(
    "%s stays in the skill",
    (path) => {
      expect(problemsOf(source(path))).toEqual([]);
    },
  );
});

test("S0-24: a missing fixture is reported at its line, by its normalized path", () => {
  const asked: string[] = [];
  const hasFile = (path: string): boolean => {
    asked.push(path);
    return path === "tests/here.txt";
  };
  const source =
    "name: a\ninput:\n  command: x\n  files:\n    - ./tests/here.txt\n    - tests//gone.txt\n    - ../x\n";
  expect(problemsOf(source, hasFile)).toEqual([
    "6:7-6:22 input.files[1]: no such file in the skill.",
    "7:7-7:11 input.files[2]: expected a path without .. because it could leave the skill.",
  ]);
  expect(asked).toEqual(["tests/here.txt", "tests/gone.txt"]);
});

test.each(["-1", "256", "0.5"])("S0-25: exit code %s is invalid", (code) => {
  expect(problemsOf(expecting(`exit-code: ${code}`))).toEqual([
    `4:14-4:${14 + code.length} expected.exit-code: expected a whole number from 0 to 255, found ${code}.`,
  ]);
});

test.each(["stdout-contains", "stderr-contains", "not-contains"])(
  "S0-26 to S0-28: an empty text in %s would check nothing",
  (key) => {
    const column = key.length + 10;
    expect(problemsOf(expecting(`${key}: [ok, '']`))).toEqual([
      `4:${column}-4:${column + 2} expected.${key}[1]: expected text, found nothing.`,
    ]);
  },
);

test.each([
  ["'('", "expected a regular expression: Unterminated group"],
  ["'[z-a]'", "expected a regular expression: Range out of order in character class"],
  ["'*'", "expected a regular expression: Nothing to repeat"],
  ["'a/: b['", "expected a regular expression: Unterminated character class"],
  ["''", "expected a regular expression, found nothing"],
  [`${"a".repeat(1001)}`, "expected at most 1000 characters, found 1001"],
])("the expression %s is refused", (pattern, why) => {
  expect(problemsOf(expecting(`stdout-matches: [${pattern}]`))).toEqual([
    `4:20-4:${20 + pattern.length} expected.stdout-matches[0]: ${why}.`,
  ]);
});

test.each([
  ["stdout-json:", "4:15-4:15 expected.stdout-json: expected a value, found nothing."],
  ["stdout-json: {a: .inf}", "4:20-4:24 expected.stdout-json: JSON cannot represent .inf."],
  ["stdout-json: [[.nan]]", "4:18-4:22 expected.stdout-json: JSON cannot represent .nan."],
  ["stdout-json: {a: 1e999}", "4:20-4:25 expected.stdout-json: JSON cannot represent 1e999."],
])("S0-29: %s can never be met", (line, problem) => {
  expect(problemsOf(expecting(line))).toEqual([problem]);
});

test.each([
  ["stdout-json: null", null],
  ["stdout-json: []", []],
  ["stdout-json: 5", 5],
  ["stdout-json: ''", ""],
])("S0-29: %s is an expectation", (line, stdoutJson) => {
  expect(caseOf(expecting(line)).expected).toEqual({ ...nothingExpected, stdoutJson });
});

test("lists have a bound", () => {
  const list = (count: number): string => `[${Array.from({ length: count }, () => "x").join(", ")}]`;
  const most = evalsLimits.testExpectations;
  expect(problemsOf(expecting(`stdout-contains: ${list(most)}`))).toEqual([]);
  expect(problemsOf(expecting(`stdout-contains: ${list(most + 1)}`))).toEqual([
    `4:20-4:${20 + list(most + 1).length} expected.stdout-contains: expected at most ${most} entries, found ${most + 1}.`,
  ]);
  expect(problemsOf(expecting(`stderr-matches: ${list(testingLimits.testExpressions + 1)}`))).toEqual([
    expect.stringContaining(
      `expected.stderr-matches: expected at most ${testingLimits.testExpressions} entries`,
    ),
  ]);
});

test("all problems are reported at once, in the order of the file", () => {
  const source = `name: Bad Name
inputs: {}
input:
  command: [a]
  stdin: {a: 1}
  files: fixture.txt
  envs: {}
expected:
  exit_code: 1
  exit-code: "1"
  stdout-contains: text
  not-contains: [ok, {a: 1}]
  stdout-matches: ['(']
  files-created: [/tmp/x]
  snapshot: maybe
  decision: allow
`;
  expect(problemsOf(source)).toEqual([
    "1:7-1:15 name: expected only a-z, 0-9 and hyphens.",
    "2:1-2:7 inputs: unknown key. Did you mean input?",
    "4:12-4:15 input.command: expected text, found list.",
    "5:10-5:16 input.stdin: expected text or null, found map.",
    "6:10-6:21 input.files: expected a list of texts, found string.",
    "7:3-7:7 input.envs: unknown key. Known keys: command, stdin, files, hook.",
    "9:3-9:12 expected.exit_code: unknown key. Did you mean exit-code?",
    "10:14-10:17 expected.exit-code: expected a number, found string.",
    "11:20-11:24 expected.stdout-contains: expected a list of texts, found string.",
    "12:22-12:28 expected.not-contains[1]: expected text, found map.",
    "13:20-13:23 expected.stdout-matches[0]: expected a regular expression: Unterminated group.",
    "14:19-14:25 expected.files-created[0]: expected a path relative to the skill, found an absolute one.",
    "15:13-15:18 expected.snapshot: expected true or false, found string.",
    "16:3-16:11 expected.decision: only cases for hooks have a decision; this case runs a command.",
  ]);
});

test.each([
  ["", "1:1-1:1 Expected a mapping, found nothing."],
  ["# nothing yet\n", "1:1-1:1 Expected a mapping, found nothing."],
  ["- a\n", "1:1-2:1 Expected a mapping, found list."],
  ["just text", "1:1-1:10 Expected a mapping, found string."],
  ["name: a\ninput: {command: x\n", "2:18-3:1 Cannot read this: "],
  ["name: a\nname: b\ninput: {command: x}\n", "2:1-2:5 name is defined twice."],
  ["name: a\n\tinput: x\n", "2:1-2:2 Cannot read this: "],
  ["name: a\ninput: x\n", "2:8-2:9 input: expected a mapping, found string."],
])("%j is not a case", (source, problem) => {
  expect(problemsOf(source)).toEqual([expect.stringContaining(problem)]);
});

const skills = fileURLToPath(new URL("../../../../examples/skills/", import.meta.url));
const examples = globSync(["*/tests/cases/*.yaml", "*/tests/test-config.json"], { cwd: skills }).sort();

test("the example skills have cases", () => {
  expect(examples.length).toBeGreaterThan(40);
});

test.each(examples)("S0-20 to S0-29: %s is read without a problem", (path) => {
  const source = readFileSync(`${skills}${path}`, "utf8");
  if (path.endsWith(".json")) return expect(readTestConfig(source, path)).toMatchObject({ ok: true });
  const files = new Set(globSync("**/*", { cwd: dirname(dirname(dirname(`${skills}${path}`))) }));
  expect(readTestCase(source, path, { hasFile: (one) => files.has(one) })).toMatchObject({ ok: true });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { TestFileProblem } from "./case.ts";
import { testingLimits } from "./limits.ts";
import { readTestCase } from "./read-test-case.ts";
import { readTestConfig } from "./read-test-config.ts";

const file = "tests/cases/attack.yaml";
const head = "name: a\ninput: {command: x}\n";

function problemsOf(source: string): readonly TestFileProblem[] {
  const read = readTestCase(source, file);
  return read.ok ? [] : read.problems;
}

const messagesOf = (source: string): readonly string[] => problemsOf(source).map(({ message }) => message);

test("aliases for a billion values are too large, and not expanded", () => {
  const levels = Array.from({ length: 12 }, (_, at) => {
    const before = at === 0 ? "x" : `*a${at - 1}`;
    return `  a${at}: &a${at} [${Array.from({ length: 10 }, () => before).join(", ")}]`;
  });
  expect(messagesOf(`${head}expected:\n  stdout-json:\n  ${levels.join("\n  ")}\n`)).toEqual([
    "The file is too large.",
  ]);
});

test("a self-referencing alias is reported, not followed", () => {
  expect(messagesOf(`${head}expected:\n  stdout-json: &a [*a]\n`)).toEqual(["Too many levels of nesting."]);
});

test.each([
  ["brackets", `${head}expected: {stdout-json: ${"[".repeat(100_000)}}`],
  ["mappings", `${head}expected: {stdout-json: ${"{a: ".repeat(5000)}`],
  ["dashes", `${head}expected:\n  stdout-json:\n    ${"- ".repeat(20_000)}x\n`],
])("%s nested endlessly are too many levels", (_, source) => {
  expect(messagesOf(source)).toEqual(["Too many levels of nesting."]);
});

test("ten thousand keys are refused", () => {
  const keys = Array.from({ length: 10_000 }, (_, at) => `k${at}: 1\n`).join("");
  expect(messagesOf(`${head}${keys}`)).toEqual(["The file is too large."]);
});

test("a bounded number of problems is reported, and the others are counted", () => {
  const keys = Array.from({ length: 4000 }, (_, at) => `key${at}: 1\n`).join("");
  const problems = problemsOf(`${head}${keys}`);
  expect(problems).toHaveLength(testingLimits.testFileProblems + 1);
  expect(problems.at(-1)).toEqual({
    file,
    range: {
      start: { line: 3 + testingLimits.testFileProblems, column: 1 },
      end: { line: 3 + testingLimits.testFileProblems, column: 7 },
    },
    message: `${4000 - testingLimits.testFileProblems} more.`,
  });
});

test("a file of megabytes is refused", () => {
  expect(messagesOf(`${head}description: ${"x".repeat(3_000_000)}\n`)).toEqual(["The file is too large."]);
  expect(readTestConfig(`{"version": 1, "env": {"A": "${"x".repeat(3_000_000)}"}}`, file)).toMatchObject({
    ok: false,
    problems: [{ message: "The file is too large." }],
  });
});

test("invalid JSON takes linear time", () => {
  const source = `{"version": 1, "env": {"A": "${"\\n".repeat(120_000)}"},}`;
  expect(readTestConfig(source, file)).toMatchObject({
    ok: false,
    problems: [{ message: "Invalid JSON: trailing comma." }],
  });
});

test.each(["__proto__", "constructor", "prototype", "hasOwnProperty", "toString"])(
  "%s is an unknown key like any other",
  (key) => {
    const source = `${key}: 1\nname: a\ninput: {command: x, ${key}: 1}\nexpected: {${key}: {a: 1}}\n`;
    expect(messagesOf(source).map((message) => message.slice(0, message.indexOf(":")))).toEqual([
      key,
      `input.${key}`,
      `expected.${key}`,
    ]);
    expect(readTestConfig(`{"version": 1, "${key}": 1}`, file)).toMatchObject({ ok: false });
  },
);

test("__proto__ in expected JSON and in variables is data, and changes no object", () => {
  const read = readTestCase(`${head}expected: {stdout-json: {__proto__: {polluted: 1}}}\n`, file);
  expect(read.ok && JSON.stringify(read.value.expected.stdoutJson)).toBe('{"__proto__":{"polluted":1}}');
  const config = readTestConfig('{"version": 1, "env": {"__proto__": "x"}}', file);
  expect(config.ok && Object.entries(config.value.environment)).toEqual([["__proto__", "x"]]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("keys and values cannot reach a terminal through a problem", () => {
  const messages = messagesOf(`${head}"\\e[2Jx\\u202e\\n": 1\n`);
  expect(messages).toEqual([
    "\\u{1b}[2Jx\\u{202e}\\u{a}: unknown key. Known keys: name, description, input, expected.",
  ]);
});

test("a long key is shortened in its problem", () => {
  const [message = ""] = messagesOf(`${head}${"k".repeat(900)}: 1\n`);
  expect(message).toBe(`${"k".repeat(testingLimits.testProblemCharacters)}…`);
});

test.each(["(a+)+$", "(a|a)*b", "((a{0,1000}){1000}){1000}b", `${"(".repeat(450)}a${")*".repeat(250)}`])(
  "the expression %s is never tried while a case is read",
  (pattern) => {
    // Whether it compiles or not: it comes back.
    expect(messagesOf(`${head}expected:\n  stdout-matches: ['${pattern}']\n`).length).toBeLessThan(2);
  },
);

test("any text is read as a value or as problems with a position", () => {
  const words = fc.constantFrom(
    ..."name,input,expected,command,stdin,files,hook,event,pre,exit-code,stdout-json,not-contains,stdout-matches".split(
      ",",
    ),
    ...[
      ":",
      ": ",
      "\n",
      "\n  ",
      "- ",
      "{",
      "}",
      "[",
      "]",
      ",",
      "'",
      '"',
      "|",
      ">",
      "&a",
      "*a",
      "!",
      "#",
      "\t",
      "\0",
      "\ud800",
    ],
    ...["null", "1", "true", ".inf", "__proto__", "..", "/", "("],
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      for (const source of [text, `${head}${text}`, `${head}expected:\n  ${text}`])
        for (const read of [readTestCase(source, file), readTestConfig(source, file)]) {
          if (read.ok) continue;
          expect(read.problems.length).toBeGreaterThan(0);
          for (const { range, message } of read.problems) {
            expect(range.start.line).toBeGreaterThan(0);
            expect(range.end.line).toBeGreaterThanOrEqual(range.start.line);
            expect(message).not.toMatch(/[\n\0]|undefined/);
          }
        }
    }),
  );
});

import { expect, test } from "vitest";
import { testingLimits } from "./limits.ts";
import { defaultTestConfig, readTestConfig } from "./read-test-config.ts";

const file = "tests/test-config.json";

/** Each problem as `line:column-line:column message`. */
function problemsOf(source: string): readonly string[] {
  const read = readTestConfig(source, file);
  if (read.ok) return [];
  return read.problems.map(
    ({ range: { start, end }, message }) =>
      `${start.line}:${start.column}-${end.line}:${end.column} ${message}`,
  );
}

test("S0-20: UAAPS's example is read", () => {
  const source = '{\n  "version": 1,\n  "timeout": 45,\n  "env": {\n    "SKILL_TEST": "true"\n  }\n}\n';
  expect(readTestConfig(source, file)).toEqual({
    ok: true,
    value: { timeoutSeconds: 45, environment: { SKILL_TEST: "true" } },
  });
});

test("S0-20: the defaults are 30 seconds and no variables", () => {
  expect(readTestConfig('{"version": 1}', file)).toEqual({ ok: true, value: defaultTestConfig });
  expect(defaultTestConfig).toEqual({ timeoutSeconds: 30, environment: {} });
});

test.each([
  ["a byte order mark", '\ufeff{"version": 1}'],
  ["tabs", '{\n\t"version": 1\n}'],
  ["Windows line breaks", '{\r\n  "version": 1\r\n}\r\n'],
  ["a single line", '{"version":1}'],
])("%s is accepted", (_, source) => {
  expect(readTestConfig(source, file)).toEqual({ ok: true, value: defaultTestConfig });
});

test("JSON escapes in a value are decoded", () => {
  expect(readTestConfig(String.raw`{"version": 1, "env": {"A": "\u00e9\ud83d\ude42\/\n"}}`, file)).toEqual({
    ok: true,
    value: { timeoutSeconds: 30, environment: { A: "é🙂/\n" } },
  });
});

test("S0-20: a file without a version is refused with its position", () => {
  expect(readTestConfig('\n  {"timeout": 5}', file)).toEqual({
    ok: false,
    problems: [
      {
        file,
        range: { start: { line: 2, column: 3 }, end: { line: 2, column: 3 } },
        message: "version: expected a value, found nothing.",
      },
    ],
  });
});

test.each([
  ["2", "version: expected 1, the only version, found 2."],
  ["1.5", "version: expected 1, the only version, found 1.5."],
  ['"1"', "version: expected a number, found string."],
  ["null", "version: expected a number, found null."],
])("S0-20: version %s is refused", (version, message) => {
  expect(problemsOf(`{"version": ${version}}`)).toEqual([`1:13-1:${13 + version.length} ${message}`]);
});

test.each([
  ["0", `found 0`],
  ["-1", `found -1`],
  ["601", `found 601`],
  ["1e9", `found 1000000000`],
])("S0-20: a timeout of %s seconds is refused", (timeout, found) => {
  expect(problemsOf(`{"version": 1,\n"timeout": ${timeout}}`)).toEqual([
    `2:12-2:${12 + timeout.length} timeout: expected seconds, more than 0 and at most 600, ${found}.`,
  ]);
});

test("half a second and ten minutes are timeouts", () => {
  expect(readTestConfig('{"version": 1, "timeout": 0.5}', file)).toMatchObject({ ok: true });
  expect(readTestConfig('{"version": 1, "timeout": 600}', file)).toMatchObject({ ok: true });
});

test("all problems are reported at once, in the order of the file", () => {
  const source = `{
  "timeuot": 5,
  "env": { "1A": "x", "B C": "y", "PORT": 8080, "ON": true, "L": ["a"], "N": null, "Z": "a\\u0000b" },
  "timeout": "soon",
  "version": 3
}`;
  expect(problemsOf(source)).toEqual([
    "2:3-2:12 timeuot: unknown key. Did you mean timeout?",
    "3:12-3:16 env.1A: expected a name of letters, digits and underscores that does not start with a digit.",
    "3:23-3:28 env.B C: expected a name of letters, digits and underscores that does not start with a digit.",
    "3:43-3:47 env.PORT: expected text in quotes, found number.",
    "3:55-3:59 env.ON: expected text in quotes, found boolean.",
    "3:66-3:71 env.L: expected text, found list.",
    "3:78-3:82 env.N: expected text, found null.",
    "3:89-3:99 env.Z: a variable cannot contain NUL.",
    "4:14-4:20 timeout: expected a number, found string.",
    "5:14-5:15 version: expected 1, the only version, found 3.",
  ]);
});

test("an unknown key far from any other is reported with the known ones", () => {
  expect(problemsOf('{"version": 1, "color": "red"}')).toEqual([
    "1:16-1:23 color: unknown key. Known keys: version, timeout, env.",
  ]);
});

test.each([
  ["", "1:1-1:1 Invalid JSON from here."],
  ['{"version": 1,}', "1:14-1:15 Invalid JSON: trailing comma."],
  ['{"version": 1, "env": {"A": "x" ,\n}}', "1:33-1:34 Invalid JSON: trailing comma."],
  ["{'version': 1}", "1:2-1:3 Invalid JSON from here."],
  ['{"version": 1} // the first', "1:16-1:17 Invalid JSON from here."],
  ['{\n  # a comment\n  "version": 1\n}', "2:3-2:4 Invalid JSON from here."],
  ["version: 1\n", "1:1-1:2 Invalid JSON from here."],
  ['{"version": 01}', "1:13-1:14 Invalid JSON from here."],
  ['{"version": .5}', "1:13-1:14 Invalid JSON from here."],
  ['{"version": 1', "1:13-1:14 Invalid JSON from here."],
  ['{"version" 1}\n\n', "1:13-1:14 Invalid JSON from here."],
  ['{"version": 1, "env": {"A": "x\ty"}}', "1:29-1:30 Invalid JSON from here."],
])("S0-20: %j is not JSON, however YAML reads it", (source, problem) => {
  expect(problemsOf(source)).toEqual([problem]);
});

test.each([
  ["[1]", "1:1-1:4 Expected a mapping, found list."],
  ["1", "1:1-1:2 Expected a mapping, found number."],
  ["null", "1:1-1:5 Expected a mapping, found null."],
])("%s is not a config", (source, problem) => {
  expect(problemsOf(source)).toEqual([problem]);
});

test("a duplicate key is reported at its second occurrence", () => {
  expect(problemsOf('{"version": 1,\n "version": 1}')).toEqual(["2:2-2:11 version is defined twice."]);
});

test("too many variables are reported once", () => {
  const names = Array.from({ length: testingLimits.testVariables + 2 }, (_, at) => `"V${at}": "x"`);
  const source = (count: number): string => `{"version": 1, "env": {\n${names.slice(0, count).join(",\n")}}}`;
  expect(problemsOf(source(testingLimits.testVariables))).toEqual([]);
  expect(problemsOf(source(testingLimits.testVariables + 2))).toEqual([
    `${testingLimits.testVariables + 2}:1-${testingLimits.testVariables + 2}:7 env: more than ${testingLimits.testVariables} variables.`,
  ]);
});

import { parseSkill } from "@skillwright/core/parse";
import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { testingLimits } from "../testing/limits.ts";
import { scenariosLimits } from "./limits.ts";
import { readManifestScenarios, readScenarios } from "./read-scenarios.ts";
import type { Scenario, ScenarioCase } from "./scenario.ts";

function problemsOf(source: string, file = "tests/scenarios/a.yaml"): readonly string[] {
  const read = readScenarios(source, file, { hasFile: (path) => path === "tests/fixtures/in.csv" });
  if (read.ok) return [];
  return read.problems.map(({ range, message }) => `${range.start.line}:${range.start.column} ${message}`);
}

function scenariosOf(source: string, file = "tests/scenarios/a.yaml"): readonly Scenario[] {
  const read = readScenarios(source, file);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  return read.value;
}

const usual: Pick<ScenarioCase, "assertions" | "tags" | "files" | "tools" | "activate"> = {
  ...{ assertions: [], tags: [], files: [], tools: [] },
  activate: true,
};

test("S2-32: OmniForge's shape is read, with all seven types of assertion", () => {
  const assertions = [
    { type: "contains", value: "ragged", description: "names the fault" },
    { type: "not-contains", value: "I cannot" },
    { type: "matches-regex", value: "^Line \\d+" },
    { type: "file-created", value: "out/*.csv" },
    { type: "file-modified", value: "in.csv" },
    { type: "command-executed", value: "check.py in.csv" },
    { type: "custom", value: "It is polite" },
  ];
  const scenario = {
    name: "Checking",
    description: "What is wrong with a file",
    cases: [{ name: "Ragged line", input: "Check it.", assertions, expectedBehavior: "It says where." }],
  };
  expect(scenariosOf(JSON.stringify(scenario), "scenarios.json")).toEqual([
    { ...scenario, cases: [{ ...usual, ...scenario.cases[0] }] },
  ]);
});

test("C-24: the flat shape is a scenario with one case of the same name", () => {
  const source = '{"name": "Greets", "input": "Hi", "expectedOutput": "A greeting", "tags": ["smoke"]}';
  expect(scenariosOf(source, "hello.json")).toEqual([
    {
      name: "Greets",
      cases: [{ ...usual, name: "Greets", input: "Hi", expectedOutput: "A greeting", tags: ["smoke"] }],
    },
  ]);
});

const one = '{"name": "One", "input": "1", "expectedOutput": "x"}';
const two = '{"name": "Two", "cases": [{"name": "A", "input": "2", "expectedBehavior": "y"}]}';

test.each([
  ["one", one, ["One"]],
  ["a list of both shapes", `[${one}, ${two}]`, ["One", "Two"]],
  ["a mapping with a list", `{"scenarios": [${two}, ${one}]}`, ["Two", "One"]],
])("%s is read, as JSON and as YAML", (_, source, names) => {
  expect(scenariosOf(source, "a.json").map(({ name }) => name)).toEqual(names);
  expect(scenariosOf(`# A comment\n${source}`, "a.yaml").map(({ name }) => name)).toEqual(names);
});

test("a scenario's settings apply to all its cases, unless a case overrides them; tags are merged", () => {
  const [scenario] = scenariosOf(`
name: Defaults
tags: [all]
files: [tests/fixtures/./in.csv]
tools: [{tool: bash, output: shared}]
turns: [{text: shared}]
activate: no
timeout: 30
max-steps: 5
cases:
  - {name: a, input: x, expectedOutput: y}
  - name: b
    input: x
    expected-output: y
    tags: [all, own]
    files: []
    tools:
      - {tool: bash, when: {command: git}, output: {stdout: "", return_code: 1}, fails: yes, description: d}
    turns:
      - {text: I look., calls: [{tool: read, input: {path: a.txt}}, {tool: glob}]}
    activate: true
    timeout: 0.5
    maxSteps: 1
`).map(({ cases }) => cases);
  const shared = { input: "x", expectedOutput: "y", assertions: [] };
  expect(scenario).toEqual([
    {
      ...shared,
      ...{ name: "a", tags: ["all"], files: ["tests/fixtures/in.csv"] },
      tools: [{ tool: "bash", output: "shared", fails: false }],
      turns: [{ text: "shared", calls: [] }],
      ...{ activate: false, timeoutSeconds: 30, maxSteps: 5 },
    },
    {
      ...shared,
      ...{ name: "b", tags: ["all", "own"], files: [] },
      tools: [
        {
          ...{ tool: "bash", when: { command: "git" }, fails: true, description: "d" },
          output: { stdout: "", return_code: 1 },
        },
      ],
      turns: [
        {
          text: "I look.",
          calls: [
            { tool: "read", input: { path: "a.txt" } },
            { tool: "glob", input: {} },
          ],
        },
      ],
      ...{ activate: true, timeoutSeconds: 0.5, maxSteps: 1 },
    },
  ]);
});

test("all problems are reported at once, with line and column", () => {
  const source = `name: ""
descripton: x
cases:
  - name: a
    input: " "
    assertions:
      - {type: contain, value: x}
      - {type: matches-regex, value: "("}
      - {type: file-created, value: /etc/passwd}
      - {type: file-modified, value: ../up}
      - {type: contains, value: ""}
      - {type: contains}
    files: [missing.csv, ../in.csv]
    tools:
      - {tool: bash, output: [1]}
      - {output: x, whn: {}}
    turns: [{}, {calls: [{tool: ""}]}]
    timeout: 0
    max-steps: 1.5
    maxSteps: 2
  - name: a
    input: x
  - 7
`;
  expect(problemsOf(source)).toEqual([
    "1:7 name: expected text, found nothing.",
    "2:1 descripton: unknown key. Did you mean description?",
    "5:12 cases[0].input: expected text, found nothing.",
    "7:16 cases[0].assertions[0].type: unknown type of assertion; the nearest is contains.",
    "8:38 cases[0].assertions[1].value: expected a regular expression: Unterminated group.",
    "9:37 cases[0].assertions[2].value: expected a path relative to the agent's folder, found an absolute one.",
    "10:38 cases[0].assertions[3].value: expected a path without .. because it could leave the agent's folder.",
    "11:33 cases[0].assertions[4].value: expected text, found nothing.",
    "12:9 cases[0].assertions[5].value: expected a value, found nothing.",
    "13:13 cases[0].files[0]: no such file in the skill.",
    "13:26 cases[0].files[1]: expected a path without .. because it could leave the skill.",
    "15:30 cases[0].tools[0].output: expected text or a mapping, found list.",
    "16:9 cases[0].tools[1].tool: expected a value, found nothing.",
    "16:21 cases[0].tools[1].whn: unknown key. Did you mean when?",
    "17:13 cases[0].turns[0]: expected text or calls, found neither.",
    "17:33 cases[0].turns[1].calls[0].tool: expected text, found nothing.",
    "18:14 cases[0].timeout: expected seconds, more than 0 and at most 3600, found 0.",
    "19:5 cases[0].max-steps: this is also given as maxSteps.",
    "19:16 cases[0].max-steps: expected a whole number from 1 to 1000, found 1.5.",
    "21:5 cases[1]: expected assertions, expectedBehavior or expectedOutput.",
    "21:11 cases[1].name: there is already a case or scenario named a.",
    "23:5 cases[2]: expected a mapping, found number.",
  ]);
});

test("problems use the author's spelling", () => {
  const bad = (steps: string, output: string): readonly string[] =>
    problemsOf(`name: a\ninput: x\n${steps}: 0\n${output}: " "\n`);
  expect(bad("max-steps", "expected-output")).toEqual([
    "3:12 max-steps: expected a whole number from 1 to 1000, found 0.",
    "4:18 expected-output: expected text, found nothing.",
  ]);
  expect(bad("maxSteps", "expectedOutput").map((problem) => problem.split(":")[1])).toEqual([
    "11 maxSteps",
    "17 expectedOutput",
  ]);
  expect(problemsOf("name: a\ncases: [{name: b, input: c, expected-behavior: [x]}]")).toEqual([
    "2:48 cases[0].expected-behavior: expected text, found list.",
  ]);
});

test.each([
  ["nothing", "", "1:1 Expected a scenario, a list of scenarios or a mapping with scenarios, found nothing."],
  [
    "a text",
    "hello",
    "1:1 Expected a scenario, a list of scenarios or a mapping with scenarios, found string.",
  ],
  ["an empty list", "[]", "1:1 expected scenarios, found none."],
  ["a mapping with an empty list", "scenarios: []", "1:12 scenarios: expected scenarios, found none."],
  ["a mapping with no list", "scenarios: x", "1:12 scenarios: expected a list of scenarios, found string."],
  ["no cases", "name: a\ncases: []", "2:8 cases: expected cases, found none."],
  ["no list of cases", "name: a\ncases: x", "2:8 cases: expected a list of entries, found string."],
  ["a scenario that is a number", "- 5", "1:3 [0]: expected a mapping, found number."],
  ["no task", "name: a\nexpectedOutput: x", "1:1 input: expected a value, found nothing."],
  ["no turns", "name: a\ninput: x\nexpectedOutput: x\nturns: []", "4:8 turns: expected turns, found none."],
  ["comments in JSON", '{"name": "a" /* x */}', "1:14 Invalid JSON from here."],
  ["a comma too many", '[{"name": "a"},]', "1:15 Invalid JSON: trailing comma."],
])("%s is reported", (what, source, problem) => {
  const isJson = what.includes("JSON") || what.includes("comma");
  expect(problemsOf(source, isJson ? "a.json" : "a.yaml")).toEqual([problem]);
});

test("a scenario with neither cases nor a task lacks its cases, and a misspelled key is named", () => {
  expect(problemsOf("name: a\ncase: []")).toEqual([
    "1:1 cases: expected a value, found nothing.",
    "2:1 case: unknown key. Did you mean cases?",
  ]);
});

test("a scenario with cases has no task", () => {
  expect(problemsOf("name: a\ninput: x\ncases: [{name: b, input: c, expectedOutput: d}]")).toEqual([
    "2:1 input: unknown key. Known keys: name, description, cases, tags, files, tools, turns, activate, timeout, maxSteps.",
  ]);
});

test("duplicate scenario names are reported, since results are found by name", () => {
  expect(problemsOf(`[${one},\n${one}]`)).toEqual([
    "2:10 [1].name: there is already a case or scenario named One.",
  ]);
});

test("keys next to a list of scenarios are reported", () => {
  expect(problemsOf(`{"scenarios": [${one}], "scenario": 1}`)).toEqual([
    "1:71 scenario: unknown key. Did you mean scenarios?",
  ]);
});

test.each([
  ["assertions", `[${"{type: custom, value: x}, ".repeat(evalsLimits.testExpectations + 1)}]`, 65],
  ["tools", `[${"{tool: a, output: x}, ".repeat(evalsLimits.testExpectations + 1)}]`, 65],
  ["tags", `[${"a, ".repeat(evalsLimits.testExpectations + 1)}]`, 65],
  ["turns", `[${"{text: a}, ".repeat(scenariosLimits.mostAgentSteps + 1)}]`, 1001],
])("too many %s are reported", (key, list, count) => {
  expect(problemsOf(`name: a\ninput: x\nexpectedOutput: x\n${key}: ${list}`)).toEqual([
    `4:${key.length + 3} ${key}: expected at most ${count - 1} entries, found ${count}.`,
  ]);
});

test("names and the calls of one turn are bounded", () => {
  const calls = "{tool: a}, ".repeat(evalsLimits.testExpectations + 1);
  const name = "n".repeat(testingLimits.scenarioNameCharacters + 1);
  expect(problemsOf(`name: ${name}\ninput: x\nexpectedOutput: x\nturns: [{calls: [${calls}]}]`)).toEqual([
    "1:7 name: expected at most 120 characters, found 121.",
    "4:17 turns[0].calls: expected at most 64 entries, found 65.",
  ]);
});

test("values are the author's text, whatever type YAML gives them", () => {
  const source =
    "name: 1.10\ninput: yes\nassertions: [{type: contains, value: 1.10}, {type: contains, value: null}]";
  expect(problemsOf(source)).toEqual(["3:69 assertions[1].value: expected text, found null."]);
  const [scenario] = scenariosOf(source.replace(", {type: contains, value: null}", ""));
  expect(scenario).toMatchObject({
    name: "1.10",
    cases: [{ input: "yes", assertions: [{ value: "1.10" }] }],
  });
});

test("a byte order mark and CRLF are accepted", () => {
  expect(scenariosOf(`\ufeff${one}`, "a.json")).toHaveLength(1);
  expect(scenariosOf("\ufeffname: a\r\ninput: x\r\nexpectedOutput: y\r\n")).toMatchObject([{ name: "a" }]);
});

function testingOf(yaml: string): unknown {
  const text = `---\nname: a\ndescription: Does it.\n${yaml}\n---\n`;
  return parseSkill(text).manifest.testing;
}

test("scenarios of a SKILL.md are read in both shapes", () => {
  const testing = testingOf(`testing:
  framework: other
  scenarios:
    - {name: Greets, input: Hi, expectedOutput: A greeting}
    - name: Checks
      cases: [{name: a, input: x, assertions: [{type: contains, value: 5}]}]`);
  expect(readManifestScenarios(testing)).toMatchObject({
    ok: true,
    value: [
      { name: "Greets", cases: [{ name: "Greets", input: "Hi", expectedOutput: "A greeting" }] },
      { name: "Checks", cases: [{ name: "a", assertions: [{ type: "contains", value: "5" }] }] },
    ],
  });
});

test.each([
  ["nothing about tests", undefined],
  ["tests of another kind", { framework: "other" }],
])("a manifest with %s has no scenarios", (_, testing) => {
  expect(readManifestScenarios(testing)).toEqual({ ok: true, value: [] });
});

test.each([
  [[], "testing: expected a mapping, found list."],
  [{ scenarios: "x" }, "testing.scenarios: expected a list of scenarios, found string."],
  [
    { scenarios: [{ name: "a", expectedOutput: "x" }] },
    "testing.scenarios[0].input: expected a value, found nothing.",
  ],
  [
    { scenarios: [{ name: "a", input: "x", expectedOutput: "y", files: ["b.txt"] }] },
    "testing.scenarios[0].files[0]: no such file in the skill.",
  ],
])("%j is reported at the start of the file", (testing, message) => {
  const start = { line: 1, column: 1 };
  expect(readManifestScenarios(testing, { hasFile: () => false })).toEqual({
    ok: false,
    problems: [{ file: "SKILL.md", range: { start, end: start }, message }],
  });
});

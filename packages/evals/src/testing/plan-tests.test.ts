import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryFileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { evalsLimits } from "../limits.ts";
import type { TestFileProblem, TestPlan } from "./case.ts";
import { testingLimits } from "./limits.ts";
import { planTests } from "./plan-tests.ts";

import { commandCase, createSuite, planOf, type SuiteContent } from "./test-suite.ts";

const one = commandCase("true");

function planInMemory(files: SuiteContent): TestPlan {
  const all = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/skill/${path}`, text]));
  return planTests({ fs: createMemoryFileSystem(all), skill: { name: "tried", directory: "/skill" } });
}

/** `file:line:column message` for each. */
function show(problems: readonly TestFileProblem[]): readonly string[] {
  return problems.map(
    ({ file, range: { start }, message }) => `${file}:${start.line}:${start.column} ${message}`,
  );
}

function problemsOf({ cases }: TestPlan): readonly (readonly string[])[] {
  return cases.map((planned) => (planned.ready ? [] : show(planned.problems)));
}

test("S0-21, S0-32: cases are those of tests/cases, by file name, each under its stem", () => {
  const { cases, problems } = planInMemory({
    "tests/cases/02-second.yml": commandCase("true", [], "second"),
    "tests/cases/01-first.yaml": commandCase("true", [], "first"),
    "tests/cases/notes.md": "no case",
    "tests/cases/.yaml": "no case either",
    "tests/cases/more/03-third.yaml": "name: [",
    "tests/other.yaml": "name: [",
  });
  expect(cases.map(({ stem, file, ready }) => ({ stem, file, ready }))).toEqual([
    { stem: "01-first", file: "tests/cases/01-first.yaml", ready: true },
    { stem: "02-second", file: "tests/cases/02-second.yml", ready: true },
  ]);
  expect(problems).toEqual([]);
});

test("a skill without tests has no cases and no problems", () => {
  expect(planInMemory({ "SKILL.md": "" })).toEqual({
    skill: { name: "tried", directory: "/skill" },
    cases: [],
    problems: [],
  });
});

test("S0-20: each case has the skill's config, or the defaults", () => {
  const configs = [{}, { "tests/test-config.json": '{"version":1,"timeout":2,"env":{"A":"b"}}' }].map(
    (files: SuiteContent) => planInMemory({ "tests/cases/01.yaml": one, ...files }).cases[0],
  );
  expect(configs.map((planned) => planned?.ready && planned.config)).toEqual([
    { timeoutSeconds: 30, environment: {} },
    { timeoutSeconds: 2, environment: { A: "b" } },
  ]);
});

test("S0-20: with an invalid config no case is ready, and each states why", () => {
  const plan = planInMemory({
    "tests/test-config.json": '{\n  "version": 2\n}',
    "tests/cases/01.yaml": one,
  });
  const problem = expect.stringMatching(/^tests\/test-config\.json:2:14 version: expected 1/);
  expect(show(plan.problems)).toEqual([problem]);
  expect(problemsOf(plan)).toEqual([[problem]]);
});

test("a case that cannot be read leaves the others ready", () => {
  const plan = planInMemory({ "tests/cases/01.yaml": "name: [\n", "tests/cases/02.yaml": one });
  expect(plan.cases.map(({ ready }) => ready)).toEqual([false, true]);
  expect(problemsOf(plan)[0]).toEqual([expect.stringMatching(/^tests\/cases\/01\.yaml:\d+:\d+ /)]);
});

test("S0-24: fixtures must exist inside the skill, and a missing one is reported with its position", () => {
  const outside = createTestFolder();
  writeFileSync(join(outside, "secret.txt"), "");
  const skill = createSuite({
    "tests/fixtures/here.txt": "",
    "tests/cases/01.yaml": [
      "name: a-case",
      "input:",
      "  command: cat",
      "  files:",
      "    - tests/fixtures/here.txt",
      "    - tests/fixtures",
      "    - tests/fixtures/gone.txt",
      "    - tests/fixtures/link/secret.txt",
      "",
    ].join("\n"),
  });
  symlinkSync(outside, join(skill.directory, "tests/fixtures/link"));
  expect(problemsOf(planTests({ fs: createNodeFileSystem(), skill }))).toEqual([
    [
      "tests/cases/01.yaml:7:7 input.files[2]: no such file in the skill.",
      "tests/cases/01.yaml:8:7 input.files[3]: no such file in the skill.",
    ],
  ]);
});

test("S0-32: two files with the same stem are ambiguous, and the second is reported", () => {
  const plan = planInMemory({
    "tests/cases/01.yaml": commandCase("true", [], "one"),
    "tests/cases/01.yml": commandCase("true", [], "two"),
  });
  expect(problemsOf(plan)).toEqual([
    [],
    ["tests/cases/01.yml:1:1 tests/cases/01.yaml has the same name with another extension. Rename one."],
  ]);
});

test("S0-21: two cases with the same name are ambiguous, and the second is reported at its name", () => {
  const plan = planInMemory({
    "tests/cases/01.yaml": one,
    "tests/cases/02.yaml": `# A comment\n${one}`,
    "tests/cases/03.yaml": `{"name": "a-case", "input": {"command": "true"}}`,
  });
  expect(problemsOf(plan)).toEqual([
    [],
    ["tests/cases/02.yaml:2:1 name: tests/cases/01.yaml already has this name. Choose another."],
    ["tests/cases/03.yaml:1:1 name: tests/cases/01.yaml already has this name. Choose another."],
  ]);
});

test("a file that is too large or not text is a problem", () => {
  const fs = createMemoryFileSystem({
    "/skill/tests/cases/01.yaml": new Uint8Array([0xff, 0xfe]),
    "/skill/tests/cases/02.yaml": "#".repeat(testingLimits.testFileBytes + 1),
  });
  expect(problemsOf(planTests({ fs, skill: { name: "tried", directory: "/skill" } }))).toEqual([
    ["tests/cases/01.yaml:1:1 The file is not UTF-8 text."],
    [`tests/cases/02.yaml:1:1 The file has more than ${testingLimits.testFileBytes} bytes.`],
  ]);
});

test("more cases than the limit are a problem of all of them", () => {
  const files = Array.from({ length: evalsLimits.testCases + 1 }, (_, index): readonly [string, string] => [
    `tests/cases/${String(index).padStart(4, "0")}.yaml`,
    commandCase("true", [], `case-${index}`),
  ]);
  const plan = planInMemory(Object.fromEntries(files));
  expect(show(plan.problems)).toEqual([
    "tests/cases/1000.yaml:1:1 There are more than 1000 cases, too many for one skill.",
  ]);
  expect(plan.cases.length).toBe(evalsLimits.testCases);
  expect(plan.cases.some(({ ready }) => ready)).toBe(false);
});

test("a folder of tests, a config or a case behind a link out of the skill is not read", () => {
  const outside = createTestFolder();
  mkdirSync(join(outside, "cases"));
  writeFileSync(join(outside, "cases/01.yaml"), one);
  const fs = createNodeFileSystem();
  const whole = createSuite({});
  symlinkSync(outside, join(whole.directory, "tests"));
  const single = createSuite({ "tests/cases/02.yaml": commandCase("true", [], "second") });
  symlinkSync(join(outside, "cases/01.yaml"), join(single.directory, "tests/cases/01.yaml"));
  symlinkSync(join(outside, "missing"), join(single.directory, "tests/test-config.json"));
  const words = "This is a link whose target is not a file or folder of the skill.";
  const wholePlan = planTests({ fs, skill: whole });
  expect({ cases: wholePlan.cases, problems: show(wholePlan.problems) }).toEqual({
    cases: [],
    problems: [`tests:1:1 ${words}`, `tests/cases:1:1 ${words}`],
  });
  expect(problemsOf(planTests({ fs, skill: single }))).toEqual([
    [`tests/test-config.json:1:1 ${words}`, `tests/cases/01.yaml:1:1 ${words}`],
    [`tests/test-config.json:1:1 ${words}`],
  ]);
});

test("a dangling link is not mistaken for missing tests", () => {
  const skill = createSuite({ "tests/test-config.json": '{"version":1}' });
  symlinkSync("gone", join(skill.directory, "tests/cases"));
  expect(show(planTests({ fs: createNodeFileSystem(), skill }).problems)).toEqual([
    "tests/cases:1:1 This is a link whose target is not a file or folder of the skill.",
  ]);
});

test("another kind of file in place of a folder or a file is a problem, not an internal error", () => {
  expect(show(planOf({ "tests/cases": "a file" }).problems)).toEqual([
    "tests/cases:1:1 Expected a folder here.",
  ]);
  expect(problemsOf(planOf({ "tests/test-config.json/file": "", "tests/cases/01.yaml/file": "" }))).toEqual([
    ["tests/test-config.json:1:1 Expected a file here.", "tests/cases/01.yaml:1:1 Expected a file here."],
  ]);
});

import { symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { createSuite, testHost } from "../testing/test-suite.ts";
import { answerSourceOf, planScenarios } from "./plan-scenarios.ts";

import { planCases, planOf, readyOf, scenarioCase, scenarioFile } from "./test-scenarios.ts";

const flat = { name: "Greets", input: "Say hello.", expectedOutput: "hello" };

test("S2-32: scenarios are found in tests/scenarios, in the file of that name and in SKILL.md, in both shapes", () => {
  const manifest =
    "---\nname: tried\ndescription: Is tried.\ntesting:\n  scenarios:\n    - name: Kept\n      cases: [{name: In the manifest, input: Go., assertions: [{type: contains, value: x}]}]\n---\n";
  const { cases } = planOf({
    "SKILL.md": manifest,
    "tests/scenarios.yaml": "- {name: Greets, input: Say hello., expectedOutput: hello, tags: [a]}\n",
    "tests/scenarios/deploy.json": scenarioFile(scenarioCase(), scenarioCase({ name: "Rolls back, once!" })),
    "tests/scenarios/notes.md": "not a scenario",
    "tests/recordings/scenarios/greets.json": "{}",
  });
  expect(cases).toMatchObject([
    {
      stem: "scenarios/greets",
      file: "tests/scenarios.yaml",
      ready: true,
      line: 1,
      scenario: { name: "Greets", expectedOutput: "hello", assertions: [], tags: ["a"], activate: true },
      recording: { file: "tests/recordings/scenarios/greets.json", exists: true },
    },
    { stem: "deploy/a-case", line: 5, ready: true, recording: { exists: false } },
    { stem: "deploy/rolls-back-once", ready: true },
    { stem: "SKILL/in-the-manifest", file: "SKILL.md", line: 7, ready: true },
  ]);
});

const kept = { "tests/recordings/scenarios/greets.json": "{}" };

test.each([
  ["its own turns", () => planCases([scenarioCase()]), ["turns", "turns"]],
  ["a recording", () => planCases([flat], kept), ["recording", "model"]],
  ["nothing", () => planCases([flat]), [undefined, "model"]],
])("a case with %s is answered by the nearest definition", (_, plan, expected) => {
  const ready = readyOf(plan());
  expect([false, true].map((hasModel) => answerSourceOf(ready, { hasModel }))).toEqual(expected);
});

test("a name without letters for file names uses its number", () => {
  expect(planCases([scenarioCase(), scenarioCase({ name: "配置" })]).cases[1]?.stem).toBe("scenarios/case-2");
});

const faults: readonly (readonly [string, Readonly<Record<string, string>>, readonly object[]])[] = [
  [
    "a misspelled key",
    { "tests/scenarios.yaml": "name: a\ncases:\n  - {name: b, input: c, asertions: []}\n" },
    [
      {
        stem: "scenarios",
        problems: [
          { range: { start: { line: 3 } } },
          { message: expect.stringContaining("Did you mean assertions?") },
        ],
      },
    ],
  ],
  [
    "invalid JSON",
    { "tests/scenarios/a.json": '{"name": "a",\n "cases": [,]}' },
    [{ stem: "a", problems: [{ file: "tests/scenarios/a.json", range: { start: { line: 2 } } }] }],
  ],
  [
    "a missing fixture",
    { "tests/scenarios.json": scenarioFile(scenarioCase({ files: ["tests/fixtures/no.csv"] })) },
    [{ problems: [{ message: expect.stringContaining("no such file in the skill") }] }],
  ],
  [
    "words for a judge in a case that has none",
    {
      "tests/scenarios.json": scenarioFile(
        scenarioCase({ assertions: [{ type: "custom", value: "It is polite." }] }),
      ),
    },
    [
      {
        stem: "scenarios/a-case",
        problems: [{ range: { start: { line: 15 } }, message: expect.stringContaining("needs a model") }],
      },
    ],
  ],
  [
    "only behavior in a case without a judge",
    {
      "tests/scenarios.json": scenarioFile(
        scenarioCase({ assertions: [], expectedBehavior: "It is polite." }),
      ),
    },
    [{ problems: [{ message: expect.stringContaining("Add assertions.") }] }],
  ],
  [
    "a missing check",
    {
      "tests/scenarios.json": scenarioFile(
        scenarioCase({ assertions: [{ type: "custom", value: "tests/checks/no.py x" }] }),
      ),
    },
    [{ problems: [{ message: "custom: no such file in the skill: tests/checks/no.py." }] }],
  ],
  [
    "two names that are one file name",
    { "tests/scenarios.json": scenarioFile(scenarioCase(), scenarioCase({ name: "a, case" })) },
    [
      { ready: true },
      {
        ready: false,
        problems: [{ message: "name: A case has the same file name, a-case. Choose another." }],
      },
    ],
  ],
  [
    "a folder that is a file",
    { "tests/scenarios": "x" },
    [{ stem: "scenarios", problems: [{ file: "tests/scenarios", message: "Expected a folder here." }] }],
  ],
];

test.each(faults)("%s is reported with its position, and does not run", (_, content, expected) => {
  expect(planOf(content).cases).toMatchObject(expected.map((one) => ({ ready: false, ...one })));
});

test("a link out of the skill leads to no scenarios", () => {
  const skill = createSuite({ "tests/x.txt": "" });
  const outside = createTestFolder();
  writeFileSync(`${outside}/theirs.json`, scenarioFile(scenarioCase()));
  symlinkSync(outside, `${skill.directory}/tests/scenarios`);
  expect(planScenarios({ fs: testHost.fs, skill }).cases).toMatchObject([
    {
      ready: false,
      problems: [{ message: expect.stringContaining("whose target is not a file or folder of the skill") }],
    },
  ]);
});

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createSuite, testHost } from "../testing/test-suite.ts";
import { planScenarios } from "./plan-scenarios.ts";
import { readyOf, runFirst, scenarioCase, scenarioFile } from "./test-scenarios.ts";

const place = (directory: string, file: string, make: (path: string) => void): void => {
  mkdirSync(dirname(join(directory, file)), { recursive: true });
  rmSync(join(directory, file), { force: true });
  make(join(directory, file));
};
const makePipe = (path: string): void => void execFileSync("mkfifo", [path]);
const makeWayOut = (path: string): void => symlinkSync("/etc/hostname", path);

const things = ["tests/fixtures/thing", "tests/fixtures/bin/thing"].flatMap((file) => [
  { file, what: "a pipe", make: makePipe },
  { file, what: "a link out of the skill", make: makeWayOut },
]);

test.each(things)("$what as the fixture $file is refused by the plan", ({ file, make }) => {
  const skill = createSuite({ "tests/scenarios.json": scenarioFile(scenarioCase({ files: [file] })) });
  place(skill.directory, file, make);
  const { cases } = planScenarios({ fs: testHost.fs, skill });
  expect(cases).toMatchObject([
    { ready: false, problems: [{ message: expect.stringContaining("no such file") }] },
  ]);
});

test.each(things)("$what that replaces the fixture $file later is not waited for", async (thing) => {
  const { file, make } = thing;
  const skill = createSuite({
    [file]: "x",
    "tests/scenarios.json": scenarioFile(scenarioCase({ files: [file] })),
  });
  const plan = planScenarios({ fs: testHost.fs, skill });
  readyOf(plan);
  place(skill.directory, file, make);
  expect(await runFirst(plan)).toMatchObject({ status: "failed", failures: [{ kind: "not-run" }] });
});

test("a fixture folder with a pipe and a link contributes only its files", async () => {
  const assertions = [
    { type: "contains", value: "done" },
    { type: "custom", value: "tests/checks/all.sh" },
  ];
  const skill = createSuite({
    "tests/fixtures/set/a.txt": "x",
    "tests/checks/all.sh": 'test "$(ls)" = set && test "$(ls set)" = a.txt',
    "tests/scenarios.json": scenarioFile(scenarioCase({ files: ["tests/fixtures/set"], assertions })),
  });
  place(skill.directory, "tests/fixtures/set/pipe", makePipe);
  place(skill.directory, "tests/fixtures/set/link", makeWayOut);
  const plan = planScenarios({ fs: testHost.fs, skill });
  expect(await runFirst(plan)).toMatchObject({ status: "passed", failures: [] });
});

test.each([
  "../../../../../../../../usr/bin/false A=1",
  "../outside.sh",
  "tests/../../outside.sh",
  "scripts/../..",
])("%s is not a check of the skill, neither in the plan nor in the run", async (value) => {
  const assertions = [{ type: "custom" as const, value }];
  const skill = createSuite({
    "scripts/a.sh": "",
    "tests/scenarios.json": scenarioFile(scenarioCase(), scenarioCase({ name: "Odd", assertions })),
  });
  writeFileSync(join(dirname(skill.directory), "outside.sh"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const plan = planScenarios({ fs: testHost.fs, skill });
  expect(plan.cases).toMatchObject([{ ready: true }, { ready: false }]);
  // As if the plan had let it pass: it would fail if it were run.
  const ready = readyOf(plan);
  const slipped = { ...ready, scenario: { ...ready.scenario, assertions } };
  expect(await runFirst({ skill, cases: [slipped] })).toMatchObject({ failures: [] });
});

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { TestSummary } from "../testing/case.ts";
import { runSteps } from "../testing/run-steps.ts";
import { testHost } from "../testing/test-suite.ts";
import { planScenarios } from "./plan-scenarios.ts";
import { toScenarioStep } from "./run-scenario.ts";

const examples = fileURLToPath(new URL("../../../../examples/skills", import.meta.url));
const { fs } = testHost;

function runSkill(name: string, directory = join(examples, name)): Promise<TestSummary> {
  const { cases } = planScenarios({ fs, skill: { name, directory } });
  return runSteps(
    cases.map((one) => toScenarioStep(one, testHost)),
    { jobs: 4 },
  );
}

test.each([
  ["csv-check", 2],
  ["kubernetes-deploy", 2],
  ["log-triage", 1],
  ["commit-messages", 1],
])(
  "S2-32: the scenarios of %s pass without a model",
  async (name, passed) => {
    const summary = await runSkill(name);
    expect(summary.cases.flatMap(({ failures, problems }) => [...failures, ...problems])).toEqual([]);
    expect(summary).toMatchObject({ passed, failed: 0, skipped: 0 });
  },
  60_000,
);

test.each([
  ["csv-check", "scripts/check_csv.py", '"counts"', '"sums"', "custom"],
  ["kubernetes-deploy", "SKILL.md", "Bash(kubectl apply:*)", "Bash(kubectl:*)", "custom"],
  ["kubernetes-deploy", "SKILL.md", "Bash(kubectl apply:*) ", "", "command-executed"],
  ["log-triage", "scripts/group_lines.py", '"top"', '"first"', "not-run"],
])("S2-32: %s with another %s is caught by a scenario", async (...[name, file, was, is, kind]) => {
  const directory = join(createTestFolder(), name);
  cpSync(join(examples, name), directory, { recursive: true });
  const text = readFileSync(join(directory, file), "utf8");
  const mutated = text.replaceAll(was, is);
  expect(mutated).not.toBe(text);
  writeFileSync(join(directory, file), mutated);
  const { cases } = await runSkill(name, directory);
  const kinds = cases.flatMap(({ failures }) => failures.map((failure) => failure.kind));
  expect(kinds).toContain(kind);
});

test("no recording of the examples contains a path of the recording machine", () => {
  const files = readdirSync(examples)
    .map((name) => join(examples, name, "tests", "recordings"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith(".json"));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const path of [tmpdir(), homedir(), examples, "/home/", "127.0.0.1"])
      expect(text).not.toContain(path);
  }
});

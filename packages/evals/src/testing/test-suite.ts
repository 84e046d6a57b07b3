import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  createBubblewrapSandbox,
  createUnconfinedSandbox,
  findBubblewrap,
  type Sandbox,
} from "@skillwright/runtime/sandbox";

import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { CaseResult, TestedSkill, TestPlan, TestSummary } from "./case.ts";
import type { CaseHost, TestHost } from "./case-host.ts";
import { planTests } from "./plan-tests.ts";
import { type RunStepsOptions, runSteps } from "./run-steps.ts";
import { runTestCase, toTestStep } from "./run-test-case.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path);

/** This machine's sandbox; undefined when there is none, and tests that need one are skipped. */
export const confined: Sandbox | undefined =
  program === undefined ? undefined : createBubblewrapSandbox({ program, path, home: homedir() });

/** For tests that are not about the host. */
export const testHost: CaseHost = {
  sandbox: confined ?? createUnconfinedSandbox(),
  fs: createNodeFileSystem(),
  environment: { PATH: path, HOME: homedir(), SECRET_TOKEN: "secret" },
};

/** Files of a skill; those in scripts/ are made executable. */
export type SuiteContent = Readonly<Record<string, string>>;

/** Writes a skill with these files. */
export function createSuite(content: SuiteContent): TestedSkill {
  const directory = join(createTestFolder(), "tried");
  const manifest = "---\nname: tried\ndescription: Is tried.\n---\n";
  for (const [file, text] of Object.entries({ "SKILL.md": manifest, ...content })) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
    if (file.startsWith("scripts/")) chmodSync(join(directory, file), 0o755);
  }
  return { name: "tried", directory };
}

/** The text of a case that runs a command; `more` are lines of its `expected`. */
export function commandCase(command: string, more: readonly string[] = [], name = "a-case"): string {
  const lines = [`name: ${name}`, "input:", `  command: ${JSON.stringify(command)}`];
  return [...lines, ...(more.length > 0 ? ["expected:", ...more.map((line) => `  ${line}`)] : []), ""].join(
    "\n",
  );
}

export function planOf(content: SuiteContent): TestPlan {
  return planTests({ fs: testHost.fs, skill: createSuite(content) });
}

/** Runs the first case of a suite. */
export async function runFirst(content: SuiteContent, more: Partial<CaseHost> = {}): Promise<CaseResult> {
  return runPlanned(planOf(content), more);
}

export async function runPlanned({ cases }: TestPlan, more: Partial<CaseHost> = {}): Promise<CaseResult> {
  const [first] = cases;
  if (!first?.ready) throw new Error(`not ready: ${JSON.stringify(first)}`);
  return runTestCase(first, { ...testHost, ...more });
}

/** Runs one command as a case. */
export function runCommand(
  command: string,
  more: readonly string[] = [],
  host: Partial<CaseHost> = {},
): Promise<CaseResult> {
  return runFirst({ "tests/cases/01-case.yaml": commandCase(command, more) }, host);
}

/** Runs all cases of some plans. */
export async function runTests(
  plans: readonly TestPlan[],
  { host, ...options }: RunStepsOptions & { readonly host: TestHost },
): Promise<TestSummary> {
  const cases = plans.flatMap((plan) => plan.cases);
  return runSteps(
    cases.map((planned) => toTestStep(planned, host)),
    options,
  );
}

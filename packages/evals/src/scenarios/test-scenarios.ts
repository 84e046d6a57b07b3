import type { CaseResult } from "../testing/case.ts";
import type { CaseHost } from "../testing/case-host.ts";
import { createSuite, type SuiteContent, testHost } from "../testing/test-suite.ts";
import { planScenarios, type ReadyScenario, type ScenarioPlan } from "./plan-scenarios.ts";
import { runScenario } from "./run-scenario.ts";

/** A scripted case that says `text`; `more` overrides its fields. */
export function scenarioCase(more: object = {}, text = "I am done."): object {
  return {
    name: "A case",
    input: "Do it.",
    turns: [{ text }],
    assertions: [{ type: "contains", value: "done" }],
    ...more,
  };
}

/** The text of a file with one scenario. */
export function scenarioFile(...cases: readonly object[]): string {
  return JSON.stringify({ name: "A scenario", cases }, undefined, 2);
}

export function planOf(content: SuiteContent): ScenarioPlan {
  return planScenarios({ fs: testHost.fs, skill: createSuite(content) });
}

/** The skill's files and one file of scenarios with these cases. */
export function planCases(cases: readonly object[], files: SuiteContent = {}): ScenarioPlan {
  return planOf({ ...files, "tests/scenarios.json": scenarioFile(...cases) });
}

export function readyOf({ cases: [first] }: ScenarioPlan): ReadyScenario {
  if (!first?.ready) throw new Error(`not ready: ${JSON.stringify(first)}`);
  return first;
}

/** Runs the first case. */
export function runFirst(plan: ScenarioPlan, more: Partial<CaseHost> = {}): Promise<CaseResult> {
  return runScenario(readyOf(plan), { ...testHost, ...more });
}

/** Runs a scripted case. */
export function runCase(
  more: object,
  files: SuiteContent = {},
  host: Partial<CaseHost> = {},
): Promise<CaseResult> {
  return runFirst(planCases([scenarioCase(more)], files), host);
}

import { SkillError } from "@skillwright/core";
import type { CaseHost, TestHost } from "./case-host.ts";
import type { TestSummary } from "./case-result.ts";
import { type CaseStep, refuseCase } from "./case-step.ts";
import type { PlannedCase, TestPlan } from "./planned-case.ts";
import { type RunStepsOptions, runSteps } from "./run-steps.ts";
import { runTestCase } from "./run-test-case.ts";

export type RunTestsOptions = RunStepsOptions & TestStepOptions;

/**
 * Runs the cases of some skills in parallel. When aborted, running cases are stopped, and they and the
 * remaining ones are skipped. Throws a `SkillError` before anything runs when there is no sandbox.
 */
export async function runTests(plans: readonly TestPlan[], options: RunTestsOptions): Promise<TestSummary> {
  const steps = plans.flatMap(({ cases }) => cases).map((planned) => toTestStep(planned, options));
  return runSteps(steps, options);
}

export type TestStepOptions = Pick<CaseHost, "snapshots"> & { readonly host: TestHost };

/** Wraps a case as a step. Throws a `SkillError` when there is no sandbox. */
export function toTestStep(planned: PlannedCase, { host, snapshots = "compare" }: TestStepOptions): CaseStep {
  if (!planned.ready) return refuseCase(planned);
  const caseHost = { ...requireSandbox(host), snapshots };
  return {
    skill: planned.skill.name,
    case: planned.stem,
    name: planned.test.name,
    run: (signal) => runTestCase(planned, { ...caseHost, signal }),
  };
}

export function requireSandbox<Host extends TestHost>(host: Host): Host & Pick<CaseHost, "sandbox"> {
  const { sandbox } = host;
  if (sandbox) return { ...host, sandbox };
  throw new SkillError("sandbox-missing", {
    reason: "running tests requires one",
    advice: "To run them without a sandbox, pass --no-sandbox, or createUnconfinedSandbox() in a program.",
  });
}

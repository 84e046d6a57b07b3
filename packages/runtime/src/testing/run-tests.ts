import { availableParallelism } from "node:os";
import { type Shard, SkillError, selectShard } from "@skillwright/core";
import type { CaseHost, TestHost } from "./case-host.ts";
import type { CaseResult, TestSummary } from "./case-result.ts";
import type { FaultyCase, PlannedCase, ReadyCase, TestPlan } from "./planned-case.ts";
import { runPool } from "./run-pool.ts";
import { runTestCase } from "./run-test-case.ts";

export type RunTestsOptions = Pick<CaseHost, "snapshots" | "signal"> & {
  readonly host: TestHost;
  /** Cases at a time; one less than this machine has processors when absent. */
  readonly jobs?: number;
  /** Times that a case that failed is tried again; none when absent. */
  readonly retries?: number;
  readonly shard?: Shard;
  /** Stem of the cases to run. Those that were not chosen are in no result. */
  readonly only?: string;
  readonly onStart?: (planned: ReadyCase) => void;
  readonly onResult?: (result: CaseResult) => void;
};

/**
 * Runs the cases of some skills side by side. On the signal those under way end, and they and the rest are skipped. Fails with a
 * `SkillError` before anything runs when there is no sandbox.
 */
export async function runTests(plans: readonly TestPlan[], options: RunTestsOptions): Promise<TestSummary> {
  const { host, snapshots = "compare", onResult } = options;
  const { jobs = Math.max(1, availableParallelism() - 1) } = options;
  // A bug in one run must not leave the others running.
  const broken = new AbortController();
  const signal = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])]);
  const steps = selectCases(plans, options).map((planned) => {
    if (!planned.ready) return async () => refuse(planned);
    const caseHost = { ...requireSandbox(host), signal, snapshots };
    return () => runPatiently(planned, caseHost, options);
  });
  const cases = await runPool(steps, jobs, async (step) => {
    try {
      const result = await step();
      onResult?.(result);
      return result;
    } catch (error) {
      broken.abort();
      throw error;
    }
  });
  const count = (status: CaseResult["status"]): number =>
    cases.filter((result) => result.status === status).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped"), cases };
}

function selectCases(
  plans: readonly TestPlan[],
  { only, shard }: Pick<RunTestsOptions, "only" | "shard">,
): readonly PlannedCase[] {
  const chosen = plans
    .flatMap(({ cases }) => cases)
    .filter(({ stem }) => only === undefined || stem === only);
  return shard ? selectShard(chosen, shard.index, shard.of) : chosen;
}

function requireSandbox({ sandbox, ...host }: TestHost): CaseHost {
  if (sandbox) return { ...host, sandbox };
  throw new SkillError("sandbox-missing", {
    reason: "none was given to run tests in",
    advice: "To run them without one, say so: --no-sandbox, or createUnconfinedSandbox() in a program.",
  });
}

function refuse({ skill, stem, problems }: FaultyCase): CaseResult {
  return { ...noRun, skill: skill.name, case: stem, name: stem, status: "failed", problems };
}

const noRun = { durationMs: 0, failures: [], problems: [], attempts: 0 } as const;

/** A case is tried again as long as it fails and there is another try. */
async function runPatiently(
  ready: ReadyCase,
  host: CaseHost,
  { retries = 0, onStart }: Pick<RunTestsOptions, "retries" | "onStart">,
): Promise<CaseResult> {
  const name = { skill: ready.skill.name, case: ready.stem, name: ready.test.name };
  if (host.signal?.aborted) return { ...noRun, ...name, status: "skipped" };
  onStart?.(ready);
  for (let attempts = 1; ; attempts++) {
    const result = { ...(await runTestCase(ready, host)), attempts };
    if (result.status === "passed" && attempts > 1) return { ...result, flaky: true };
    if (result.status !== "failed" || attempts > retries) return result;
  }
}

import { formatError, SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { type Clock, listOutput, runtimeLimits, systemClock } from "@skillwright/runtime";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import type { CaseResult, PlannedCase, ReadyCase, TestPlan, TestSummary } from "./case.ts";
import { copySkill, type SkillCopy } from "./copy-skill.ts";
import type { TestFailure } from "./failure.ts";
import { judgeRun, type Observed } from "./judge-run.ts";
import { observeCommand } from "./observe-command.ts";
import { observeHooks } from "./observe-hooks.ts";
import { tryExpression } from "./regular-expression.ts";
import { type CaseStep, failInvalidCase, type RunStepsOptions, runSteps } from "./run-steps.ts";
import { judgeSnapshot, openSnapshot, type SnapshotOutcome, toSnapshot } from "./snapshot.ts";

/**
 * Runs one case in a fresh copy of its skill and removes the copy. A skill that cannot run fails the case;
 * this function does not throw for it.
 */
export async function runTestCase(ready: ReadyCase, host: CaseHost): Promise<CaseResult> {
  const { clock = systemClock } = host;
  const started = clock.elapsed();
  const verdict = await tryCase(ready, host);
  return {
    skill: ready.skill.name,
    case: ready.stem,
    name: ready.test.name,
    problems: [],
    attempts: 1,
    ...verdict,
    durationMs: Math.round(clock.elapsed() - started),
  };
}

type CaseVerdict = Pick<CaseResult, "status" | "failures" | "output" | "snapshot">;

async function tryCase(ready: ReadyCase, host: CaseHost): Promise<CaseVerdict> {
  try {
    return await runInCopy(ready, host);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const failure: TestFailure = { kind: "not-run", expected: "exited", actual: formatError(error) };
    return { status: "failed", failures: [failure] };
  }
}

async function runInCopy(ready: ReadyCase, host: CaseHost): Promise<CaseVerdict> {
  const copy = await copySkill(ready.skill.directory);
  try {
    const place = { ready, copy, host };
    const observed = await observe(place);
    // It was canceled with the whole run, which says nothing about it.
    if (observed.status === "aborted") return { status: "skipped", failures: [] };
    const { failures, ...kept } = judgeCase(observed, place);
    if (failures.length === 0) return { status: "passed", failures, ...kept };
    return { status: "failed", failures, output: showOutput(observed) };
  } finally {
    await copy.remove();
  }
}

async function observe(place: CasePlace): Promise<Observed> {
  const { input } = place.ready.test;
  const result =
    input.kind === "hook" ? await observeHooks(input.hook, place) : await observeCommand(input, place);
  return { ...result, created: listCreated(place) };
}

/** Listed only when a case needs it: there may be many files. */
function listCreated({ ready, copy, host }: CasePlace): readonly string[] {
  if (ready.test.expected.filesCreated.length === 0) return [];
  const { files } = listOutput(copy.directory, host.fs);
  return files.map(({ path }) => path).filter((path) => !copy.files.has(path));
}

/** Keep the end: it usually has the reason for a failure. */
function showOutput({ stdout, stderr }: Observed): NonNullable<CaseResult["output"]> {
  const most = runtimeLimits.commandOutputBytes;
  return { stdout: stdout.slice(-most), stderr: stderr.slice(-most) };
}

/** What cases need from the host. */
export type TestHost = {
  /** Required to run anything; pass an unconfined one to run without confinement. */
  readonly sandbox?: Sandbox;
  readonly fs: FileSystem;
  /** The host's variables; cases see only a few of them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default: the system clock. */
  readonly clock?: Clock;
};

/** What one run of a case needs. */
export type CaseHost = TestHost & {
  readonly sandbox: Sandbox;
  readonly signal?: AbortSignal;
  /** `update` saves the output as the snapshot when everything else passes. Default: `compare`. */
  readonly snapshots?: "compare" | "update";
};

/** A case and the place of one run. */
export type CasePlace = {
  readonly ready: ReadyCase;
  readonly copy: SkillCopy;
  readonly host: CaseHost;
};

/** Judges a case. Compares its snapshot, or saves it when everything else passes. */
function judgeCase(observed: Observed, { ready, copy, host }: CasePlace): Judged {
  const { expected } = ready.test;
  const failures = judgeRun(expected, observed, tryExpression);
  const isWhole = failures.every(({ kind }) => kind !== "stopped" && kind !== "truncated");
  if (!expected.snapshot || !isWhole) return { failures };
  const snapshot = openSnapshot(ready, host.fs);
  const options = { folders: [copy.directory, copy.scratch] };
  if (host.snapshots !== "update")
    return { failures: [...failures, ...judgeSnapshot(snapshot.read(), observed, options)] };
  if (failures.length > 0) return { failures };
  return { failures, snapshot: snapshot.keep(toSnapshot(observed, options)) };
}

type Judged = { readonly failures: readonly TestFailure[]; readonly snapshot?: SnapshotOutcome };

type RunTestsOptions = RunStepsOptions & TestStepOptions;

/**
 * Runs the cases of some skills in parallel. When aborted, running cases are stopped, and they and the
 * remaining ones are skipped. Throws a `SkillError` before anything runs when there is no sandbox.
 */
export async function runTests(plans: readonly TestPlan[], options: RunTestsOptions): Promise<TestSummary> {
  const steps = plans.flatMap(({ cases }) => cases).map((planned) => toTestStep(planned, options));
  return runSteps(steps, options);
}

type TestStepOptions = Pick<CaseHost, "snapshots"> & { readonly host: TestHost };

/** Wraps a case as a step. Throws a `SkillError` when there is no sandbox. */
export function toTestStep(planned: PlannedCase, { host, snapshots = "compare" }: TestStepOptions): CaseStep {
  if (!planned.ready) return failInvalidCase(planned);
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

import { formatError, SkillError } from "@skillwright/core";
import { listOutput, runtimeLimits, systemClock } from "@skillwright/runtime";
import type { CaseResult, PlannedCase, ReadyCase } from "./case.ts";
import { type CaseHost, requireSandbox, type TestHost } from "./case-host.ts";
import { copySkill, type SkillCopy } from "./copy-skill.ts";
import type { TestFailure } from "./failure.ts";
import { judgeRun, type Observed } from "./judge-run.ts";
import { observeCommand } from "./observe-command.ts";
import { observeHooks } from "./observe-hooks.ts";
import { type CaseStep, failInvalidCase } from "./run-steps.ts";
import { judgeSnapshot, readSnapshot, toSnapshot, writeSnapshot } from "./snapshot.ts";

/** Wraps a case as a step. Throws a `SkillError` when there is no sandbox. */
export function toTestStep(planned: PlannedCase, host: TestHost): CaseStep {
  if (!planned.ready) return failInvalidCase(planned);
  const caseHost = requireSandbox(host);
  return {
    skill: planned.skill.name,
    case: planned.stem,
    name: planned.test.name,
    run: (signal) => runTestCase(planned, { ...caseHost, signal }),
  };
}

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

/** One run of a case in a copy of its skill. */
export type CaseRun = {
  readonly ready: ReadyCase;
  readonly copy: SkillCopy;
  readonly host: CaseHost;
};

async function runInCopy(ready: ReadyCase, host: CaseHost): Promise<CaseVerdict> {
  const copy = await copySkill(ready.skill.directory);
  try {
    const run = { ready, copy, host };
    const observed = await observe(run);
    // It was canceled with the whole run, which says nothing about it.
    if (observed.status === "aborted") return { status: "skipped", failures: [] };
    const { failures, ...saved } = judgeCase(observed, run);
    if (failures.length === 0) return { status: "passed", failures, ...saved };
    return { status: "failed", failures, output: showOutput(observed) };
  } finally {
    await copy.remove();
  }
}

async function observe(run: CaseRun): Promise<Observed> {
  const { input } = run.ready.test;
  const result =
    input.kind === "hook" ? await observeHooks(input.hook, run) : await observeCommand(input, run);
  return { ...result, created: listCreated(run) };
}

/** Listed only when a case needs it: there may be many files. */
function listCreated({ ready, copy, host }: CaseRun): readonly string[] {
  if (ready.test.expected.filesCreated.length === 0) return [];
  const { files } = listOutput(copy.directory, host.fs);
  return files.map(({ path }) => path).filter((path) => !copy.files.has(path));
}

/** Keep the end: it usually has the reason for a failure. */
function showOutput({ stdout, stderr }: Observed): NonNullable<CaseResult["output"]> {
  const most = runtimeLimits.commandOutputBytes;
  return { stdout: stdout.slice(-most), stderr: stderr.slice(-most) };
}

/** Judges a case. Compares its snapshot, or saves it when everything else passes. */
function judgeCase(
  observed: Observed,
  { ready, copy, host }: CaseRun,
): Pick<CaseResult, "failures" | "snapshot"> {
  const { expected } = ready.test;
  const failures = judgeRun(expected, observed);
  const isWhole = failures.every(({ kind }) => kind !== "stopped" && kind !== "truncated");
  if (!expected.snapshot || !isWhole) return { failures };
  const options = { folders: [copy.directory, copy.scratch] };
  if (host.snapshots !== "update")
    return { failures: [...failures, ...judgeSnapshot(readSnapshot(ready, host.fs), observed, options)] };
  if (failures.length > 0) return { failures };
  return { failures, snapshot: writeSnapshot(ready, toSnapshot(observed, options), host.fs) };
}

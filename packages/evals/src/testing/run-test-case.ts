import { formatError, SkillError } from "@skillwright/core";
import { listOutput, runtimeLimits, systemClock } from "@skillwright/runtime";
import type { CaseHost } from "./case-host.ts";
import type { CasePlace } from "./case-place.ts";
import type { CaseResult } from "./case-result.ts";
import { copySkill } from "./copy-skill.ts";
import type { TestFailure } from "./failure.ts";
import { judgeCase } from "./judge-case.ts";
import { observeCommand } from "./observe-command.ts";
import { observeHooks } from "./observe-hooks.ts";
import type { Observed } from "./observed.ts";
import type { ReadyCase } from "./planned-case.ts";

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

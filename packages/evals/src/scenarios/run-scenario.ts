import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import { systemClock } from "@skillwright/runtime";
import type { CaseResult } from "../testing/case-result.ts";
import type { TestFailure } from "../testing/failure.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { formatTranscript } from "../trials/format-transcript.ts";
import { prepareSkills } from "../trials/prepare-skills.ts";
import { trialPlaces } from "../turns/trial-places.ts";
import { findFailures } from "./find-failures.ts";
import { letAgentWork } from "./let-agent-work.ts";
import { openAnswers } from "./open-answers.ts";
import type { ReadyScenario } from "./planned-scenario.ts";
import type { RunHost } from "./scenario-host.ts";
import type { ScenarioRun } from "./scenario-run.ts";

/**
 * Runs one case of a scenario: an agent with the skill, in a temporary folder. A skill or model that cannot
 * run fails the case; this function does not throw for it.
 */
export async function runScenario(ready: ReadyScenario, host: RunHost): Promise<CaseResult> {
  const { clock = systemClock } = host;
  const started = clock.elapsed();
  const verdict = await tryScenario(ready, host);
  return {
    skill: ready.skill.name,
    case: ready.stem,
    name: ready.scenario.name,
    failures: [],
    problems: [],
    attempts: 1,
    ...verdict,
    durationMs: Math.round(clock.elapsed() - started),
  };
}

type ScenarioVerdict = Pick<CaseResult, "status"> &
  Partial<Pick<CaseResult, "failures" | "problems" | "output" | "written">>;

async function tryScenario(ready: ReadyScenario, host: RunHost): Promise<ScenarioVerdict> {
  try {
    return await inNewFolder(async (programs) => {
      const skills = await prepareSkills([ready.skill], host);
      try {
        return await runWith({ ready, host, programs, skills });
      } finally {
        await skills.remove();
      }
    });
  } catch (error) {
    if (host.signal?.aborted) return { status: "skipped" };
    if (!(error instanceof SkillError)) throw error;
    const failure: TestFailure = { kind: "not-run", expected: "exited", actual: formatError(error) };
    return { status: "failed", failures: [failure] };
  }
}

async function inNewFolder<Value>(act: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skillwright-programs-")));
  try {
    return await act(folder);
  } finally {
    await removeFolder(folder);
  }
}

async function runWith(run: ScenarioRun): Promise<ScenarioVerdict> {
  const { ready, host, programs, skills } = run;
  const places = [...trialPlaces(skills, host.environment.HOME), { name: "PROGRAMS", path: programs }];
  const answers = openAnswers(ready, { skills, places }, host);
  if ("problems" in answers) return { status: "failed", problems: answers.problems };
  const worked = await letAgentWork(run, answers);
  // It was canceled with the whole run, which says nothing about it.
  if (host.signal?.aborted) return { status: "skipped" };
  const failures = await findFailures(worked, run, answers);
  if (failures.length > 0)
    return { status: "failed", failures, output: { stdout: formatTranscript(worked.trial), stderr: "" } };
  const kept = answers.keep();
  return { status: "passed", ...(kept === undefined ? {} : { written: [kept] }) };
}

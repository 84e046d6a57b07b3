import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import { systemClock } from "@skillwright/runtime";
import type { CaseResult } from "../testing/case.ts";
import { type CaseHost, requireSandbox, type TestHost } from "../testing/case-host.ts";
import type { TestFailure } from "../testing/failure.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { type CaseStep, failInvalidCase, notRun } from "../testing/run-steps.ts";
import { formatTranscript } from "../trials/format-transcript.ts";
import { prepareSkills, type SkillSet } from "../trials/prepare-skills.ts";
import { trialPlaces } from "../turns/place-names.ts";
import { findFailures } from "./judge-scenario.ts";
import { answerSourceOf, type PlannedScenario, type ReadyScenario } from "./plan-scenarios.ts";
import { openScenarioModel } from "./scenario-model.ts";
import { runScenarioTrial } from "./scenario-trial.ts";

/** Wraps a scenario case as a step. Throws a `SkillError` when there is no sandbox. */
export function toScenarioStep(planned: PlannedScenario, host: TestHost): CaseStep {
  if (!planned.ready) return failInvalidCase(planned);
  const name = { skill: planned.skill.name, case: planned.stem, name: planned.scenario.name };
  const source = answerSourceOf(planned, { hasModel: host.live !== undefined });
  if (source === undefined) return { result: notRun(name, { status: "skipped", reason: needsModel }) };
  const confined = requireSandbox(host);
  return {
    ...name,
    // A recording answers the same each time.
    ...(source === "recording" && { isDeterministic: true }),
    run: (signal) => runScenario(planned, { ...confined, signal }),
  };
}

const needsModel = "It needs a model (--model NAME) or a recording of one (--record).";

/**
 * Runs one case of a scenario: an agent with the skill, in a temporary folder. A skill or model that cannot
 * run fails the case; this function does not throw for it.
 */
export async function runScenario(ready: ReadyScenario, host: CaseHost): Promise<CaseResult> {
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

async function tryScenario(ready: ReadyScenario, host: CaseHost): Promise<ScenarioVerdict> {
  const programs = await realpath(await mkdtemp(join(tmpdir(), "skillwright-programs-")));
  try {
    const skills = await prepareSkills([ready.skill], host);
    try {
      return await runAndJudge({ ready, host, programs, skills });
    } finally {
      await skills.remove();
    }
  } catch (error) {
    if (host.signal?.aborted) return { status: "skipped" };
    if (!(error instanceof SkillError)) throw error;
    const failure: TestFailure = { kind: "not-run", expected: "exited", actual: formatError(error) };
    return { status: "failed", failures: [failure] };
  } finally {
    await removeFolder(programs);
  }
}

/** One run of a case of a scenario. */
export type ScenarioRun = {
  readonly ready: ReadyScenario;
  readonly host: CaseHost;
  readonly skills: SkillSet;
  /** A new folder for programs that replace those of the machine. */
  readonly programs: string;
};

async function runAndJudge(run: ScenarioRun): Promise<ScenarioVerdict> {
  const { host, programs, skills } = run;
  const places = [...trialPlaces(skills, host.environment.HOME), { name: "PROGRAMS", path: programs }];
  const model = openScenarioModel(run, places);
  if ("problems" in model) return { status: "failed", problems: model.problems };
  const outcome = await runScenarioTrial(run, model);
  // It was canceled with the whole run, which says nothing about it.
  if (host.signal?.aborted) return { status: "skipped" };
  const failures = await findFailures(outcome, run, model);
  if (failures.length > 0)
    return { status: "failed", failures, output: { stdout: formatTranscript(outcome.trial), stderr: "" } };
  const recording = model.saveRecording();
  return recording === undefined ? { status: "passed" } : { status: "passed", written: [recording] };
}

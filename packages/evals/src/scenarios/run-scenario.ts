import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import type { Policy } from "@skillwright/core/policy";
import { systemClock } from "@skillwright/runtime";
import type { AgentModel } from "@skillwright/runtime/agent";
import type { CaseResult } from "../testing/case.ts";
import type { TestFailure } from "../testing/failure.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { type CaseStep, failInvalidCase, notRun } from "../testing/run-steps.ts";
import { type CaseHost, requireSandbox, type TestHost } from "../testing/run-test-case.ts";
import { formatTranscript } from "../trials/format-transcript.ts";
import { prepareSkills, type SkillSet } from "../trials/prepare-skills.ts";
import { trialPlaces } from "../turns/place-names.ts";
import { findFailures } from "./judge-scenario.ts";
import { type PlannedScenario, type ReadyScenario, sourceOf } from "./plan-scenarios.ts";
import { openScenarioModel } from "./scenario-model.ts";
import { runScenarioTrial } from "./scenario-trial.ts";

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
  const answers = openScenarioModel(ready, { skills, places }, host);
  if ("problems" in answers) return { status: "failed", problems: answers.problems };
  const worked = await runScenarioTrial(run, answers);
  // It was canceled with the whole run, which says nothing about it.
  if (host.signal?.aborted) return { status: "skipped" };
  const failures = await findFailures(worked, run, answers);
  if (failures.length > 0)
    return { status: "failed", failures, output: { stdout: formatTranscript(worked.trial), stderr: "" } };
  const kept = answers.keep();
  return { status: "passed", ...(kept === undefined ? {} : { written: [kept] }) };
}

/** A case and the place of one run. */
export type ScenarioRun = {
  readonly ready: ReadyScenario;
  readonly host: RunHost;
  readonly skills: SkillSet;
  /** A new folder for programs that replace those of the machine. */
  readonly programs: string;
};

/** What scenarios need beyond `TestHost`. */
export type ScenarioHost = TestHost & {
  /** Used instead of recordings; without it, cases that are neither scripted nor recorded are skipped. */
  readonly live?: LiveModel;
};

export type LiveModel = {
  readonly model: AgentModel;
  /** Resolves a model that a skill asks for by name. */
  readonly find?: (name: string) => AgentModel | undefined;
  /** Whether to save its answers as the case's recording when the case passes. */
  readonly isRecorded: boolean;
  /** Policies for the agent; scripts and recordings only do what is written down. */
  readonly policy?: readonly Policy[];
  /** Values that must not appear anywhere, such as the provider's key. */
  readonly secrets?: readonly string[];
};

/** What one run of a scenario needs. */
export type RunHost = ScenarioHost & Pick<CaseHost, "sandbox" | "signal">;

/** Wraps a scenario case as a step. Throws a `SkillError` when there is no sandbox. */
export function toScenarioStep(planned: PlannedScenario, host: ScenarioHost): CaseStep {
  if (!planned.ready) return failInvalidCase(planned);
  const name = { skill: planned.skill.name, case: planned.stem, name: planned.scenario.name };
  const source = sourceOf(planned, { hasModel: host.live !== undefined });
  if (source === undefined) return { result: notRun(name, { status: "skipped", reason: needsModel }) };
  const confined = requireSandbox(host);
  return {
    ...name,
    // A recording answers the same each time.
    ...(source === "recording" ? { isDeterministic: true } : {}),
    run: (signal) => runScenario(planned, { ...confined, signal }),
  };
}

const needsModel = "It needs a model (--model NAME) or a recording of one (--record).";

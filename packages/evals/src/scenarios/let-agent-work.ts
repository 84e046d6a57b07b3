import { chmod, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import { openSuiteFiles } from "../testing/suite-files.ts";
import type { Assertion, AssertionVerdict } from "../trials/assertion.ts";
import { copyGiven } from "../trials/copy-given.ts";
import { runTrial } from "../trials/run-trial.ts";
import type { Trial } from "../trials/trial.ts";
import type { GivenFile, TrialTask } from "../trials/trial-task.ts";
import { answerTools } from "./answer-tools.ts";
import { giveFiles } from "./given-files.ts";
import { scenariosLimits } from "./limits.ts";
import type { Answers } from "./open-answers.ts";
import { readCheck } from "./read-check.ts";
import { runCheck } from "./run-check.ts";
import type { ScenarioRun } from "./scenario-run.ts";
import { withPrograms } from "./with-programs.ts";

/** The trial, and the verdicts of the skill's own checks. */
export type Worked = {
  readonly trial: Trial;
  readonly checks: ReadonlyMap<Assertion, AssertionVerdict>;
};

/** Lets an agent work on a case, with its fixtures and predefined tool answers. */
export async function letAgentWork(run: ScenarioRun, answers: Answers): Promise<Worked> {
  const { ready, host } = run;
  const { fs, environment, clock, signal } = host;
  const directory = await realpath(ready.skill.directory);
  const { files, programs } = giveFiles(ready.scenario.files, directory, fs);
  const sandbox = await addPrograms(programs, run);
  const checks = new Map<Assertion, AssertionVerdict>();
  const observe: TrialTask["observe"] = async (workspace, trial) => {
    const place = { ...host, sandbox, directory, workspace };
    const { hasFile } = openSuiteFiles(fs, directory);
    for (const assertion of ready.scenario.assertions) {
      const check = assertion.type === "custom" ? readCheck(assertion.value, hasFile) : "words";
      if (typeof check !== "string") checks.set(assertion, await runCheck(check, trial, place));
    }
  };
  const { model, findModel, policy, secrets } = answers;
  const trial = await runTrial(
    { ...toTask(run), files, observe },
    {
      ...{ fs, model, sandbox, environment, policy, secrets },
      ...(findModel ? { findModel } : {}),
      ...(clock ? { clock } : {}),
      ...(signal ? { signal } : {}),
    },
  );
  return { trial, checks };
}

function toTask({ ready: { scenario, skill }, skills }: ScenarioRun): Omit<TrialTask, "files"> {
  const { input, activate, maxSteps, timeoutSeconds = scenariosLimits.scenarioSeconds, tools } = scenario;
  return {
    task: input,
    skills,
    timeoutMs: timeoutSeconds * 1000,
    ...(activate ? { activate: skill.name } : {}),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...answerTools(tools),
  };
}

async function addPrograms(given: readonly GivenFile[], { host, programs }: ScenarioRun): Promise<Sandbox> {
  if (given.length === 0) return host.sandbox;
  await copyGiven(given, programs);
  for (const { to } of given) await chmod(join(programs, to), 0o755);
  return withPrograms(host.sandbox, programs);
}

import { chmod, realpath } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import { compact, cutEnd } from "@skillwright/core/text";
import { listOutput } from "@skillwright/runtime";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import { openSuiteFiles } from "../testing/suite-files.ts";
import type { Assertion, AssertionVerdict } from "../trials/judge-assertion.ts";
import { type InputFile, runTrial, type TrialTask } from "../trials/run-trial.ts";
import type { Trial } from "../trials/trial.ts";
import { copyInputFiles } from "../trials/trial-files.ts";
import { answerTools } from "./answer-tools.ts";
import { readCheck, runCheck } from "./custom-check.ts";
import { scenariosLimits } from "./limits.ts";
import type { ScenarioRun } from "./run-scenario.ts";
import type { ScenarioModel } from "./scenario-model.ts";

/** The trial, and the verdicts of the skill's own checks. */
export type ScenarioTrial = {
  readonly trial: Trial;
  readonly checks: ReadonlyMap<Assertion, AssertionVerdict>;
};

/** Lets an agent work on a case, with its fixtures and predefined tool answers. */
export async function runScenarioTrial(
  run: ScenarioRun,
  scenarioModel: ScenarioModel,
): Promise<ScenarioTrial> {
  const { ready, host } = run;
  const { fs, environment, clock, signal } = host;
  const directory = await realpath(ready.skill.directory);
  const { files, programs } = resolveFixtures(ready.scenario.files, directory, fs);
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
  const { model, findModel, policy, secrets, installed } = scenarioModel;
  const trial = await runTrial(
    { ...toTask(run), files, observe },
    { fs, model, sandbox, environment, policy, secrets, ...compact({ findModel, clock, signal, installed }) },
  );
  return { trial, checks };
}

function toTask({ ready: { scenario, skill }, skills }: ScenarioRun): Omit<TrialTask, "files"> {
  const { input, activate, maxSteps, timeoutSeconds = scenariosLimits.scenarioSeconds, tools } = scenario;
  return {
    task: input,
    skills,
    timeoutMs: timeoutSeconds * 1000,
    ...compact({ activate: activate ? skill.name : undefined, maxSteps }),
    ...answerTools(tools),
  };
}

async function addPrograms(files: readonly InputFile[], { host, programs }: ScenarioRun): Promise<Sandbox> {
  if (files.length === 0) return host.sandbox;
  await copyInputFiles(files, programs);
  for (const { to } of files) await chmod(join(programs, to), 0o755);
  return withPrograms(host.sandbox, programs);
}

/** A case's fixtures: files for the agent's folder, and programs that come first in its PATH. */
type Fixtures = { readonly files: readonly InputFile[]; readonly programs: readonly InputFile[] };

/**
 * Resolves fixtures by their paths in the skill; a folder means everything in it.
 * `tests/fixtures/a/b.csv` becomes `a/b.csv` for the agent, and files in `tests/fixtures/bin/` become
 * programs.
 */
function resolveFixtures(paths: readonly string[], directory: string, fs: FileSystem): Fixtures {
  const all = paths.flatMap((path) => listFiles(path, directory, fs));
  const toInputFile = ({ from, to }: InputFile): InputFile => ({
    from,
    to: to.replace(programFolder, "").replace(fixtureFolder, ""),
  });
  return {
    files: all.filter(({ to }) => !programFolder.test(to)).map(toInputFile),
    programs: all.filter(({ to }) => programFolder.test(to)).map(toInputFile),
  };
}

const programFolder = /^tests\/fixtures\/bin\//;
const fixtureFolder = /^(?:tests\/(?:fixtures|files)|evals\/files)\//;

function listFiles(path: string, directory: string, fs: FileSystem): readonly InputFile[] {
  const place = resolveInside(fs, directory, `${directory}/${path}`);
  const kind = place === undefined ? undefined : fs.stat(place)?.kind;
  if (place !== undefined && kind === "file") return [{ from: place, to: path }];
  if (place === undefined || kind !== "directory")
    throw new SkillError("option-invalid", {
      name: "files",
      reason: `${path} is not a file or folder of the skill`,
    });
  const folder = cutEnd(path, /\//);
  return listOutput(place, fs).files.map((file) => ({
    from: `${place}/${file.path}`,
    to: `${folder}/${file.path}`,
  }));
}

/** A sandbox whose PATH starts with a folder of programs. */
function withPrograms(sandbox: Sandbox, folder: string): Sandbox {
  return {
    ...sandbox,
    run: (request) => {
      const { PATH = "" } = request.environment;
      return sandbox.run({
        ...request,
        environment: { ...request.environment, PATH: `${folder}:${PATH}` },
        readable: [...request.readable, folder],
      });
    },
  };
}

import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import { nodeSha256, toFileError } from "@skillwright/core/node";
import { removeFolder } from "../testing/remove-folder.ts";
import { prepareSkills, type SkillSet } from "../trials/prepare-skills.ts";
import type { InputFile } from "../trials/run-trial.ts";
import type { EvalConfiguration, EvalFile, EvalPlan, EvalRequest, EvalRun, EvalTask } from "./eval-plan.ts";

/** Copies of everything agents get, so that edits during an evaluation do not affect the remaining runs. */
export type EvalInputs = {
  skillsOf(run: EvalRun): SkillSet;
  filesOf(task: EvalTask): readonly InputFile[];
  /** The copy of the evaluated skill. */
  readonly skill: string;
  remove(): Promise<void>;
};

/** Throws when something changed after the plan was made. */
export async function copyInputs(plan: EvalPlan): Promise<EvalInputs> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skillwright-evals-")));
  const sets = new Map<string, SkillSet>();
  const given = new Map<string, readonly InputFile[]>();
  const remove = async (): Promise<void> => {
    for (const skills of sets.values()) await skills.remove();
    await removeFolder(folder);
  };
  try {
    for (const configuration of plan.configurations) {
      const skills = await openConfiguration(configuration, plan.request);
      sets.set(configuration.name, skills);
      if (skills.digests.join() !== configuration.digests.join())
        throw new SkillError("settings-changed", { path: configuration.directory ?? "" });
    }
    for (const task of plan.tasks)
      given.set(task.folder, await copyInputFiles(task, join(folder, task.folder)));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    skillsOf: ({ configuration }) => orFail(sets.get(configuration.name)),
    filesOf: (task) => orFail(given.get(task.folder)),
    skill: orFail(sets.get("with_skill")?.copies[0]),
    remove,
  };
}

function orFail<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError("Not part of the plan.");
  return value;
}

async function copyInputFiles({ files }: EvalTask, folder: string): Promise<readonly InputFile[]> {
  const given: InputFile[] = [];
  for (const file of files) {
    const copy = join(folder, file.to);
    await copyOne(file, copy);
    given.push({ from: copy, to: file.to });
  }
  return given;
}

async function copyOne({ from, hash }: EvalFile, copy: string): Promise<void> {
  try {
    await mkdir(dirname(copy), { recursive: true });
    if (from === undefined) return await writeFile(copy, "");
    await copyFile(from, copy);
    // Agents may change their input files, but a copy keeps the read-only mode of the original.
    await chmod(copy, 0o600);
  } catch (error) {
    throw toFileError(from ?? copy, error);
  }
  if (nodeSha256(await readFile(copy)) !== hash) throw new SkillError("settings-changed", { path: from });
}

/** The configurations to compare, the skill's own first, with the digests of the skills agents see. */
export async function digestConfigurations(request: EvalRequest): Promise<readonly EvalConfiguration[]> {
  const configurations: EvalConfiguration[] = [];
  for (const side of sidesOf(request)) {
    const skills = await openConfiguration(side, request);
    await skills.remove();
    configurations.push({ ...side, digests: skills.digests });
  }
  return configurations;
}

/** Copies the skills of a configuration; the caller removes the copies. */
function openConfiguration(
  { directory }: Pick<EvalConfiguration, "directory">,
  { fs }: Pick<EvalRequest, "fs">,
): Promise<SkillSet> {
  return prepareSkills(directory === undefined ? [] : [{ directory }], { fs });
}

function sidesOf({ skill, baseline }: EvalRequest): readonly Omit<EvalConfiguration, "digests">[] {
  const own = { name: "with_skill", directory: skill.directory };
  if (baseline.kind === "old") return [own, { name: "old_skill", directory: baseline.directory }];
  return baseline.kind === "none" ? [own] : [own, { name: "without_skill" }];
}

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError, toEvalMetadataText, workspaceFiles } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import type { EvalPlan } from "./eval-plan.ts";
import { planFile } from "./find-iteration.ts";

/** Makes the folder of an iteration, or goes on in the one that is there, with what its runs are about. */
export async function beginIteration(plan: EvalPlan): Promise<void> {
  const { iterationFolder, resumes, tasks, key, runs } = plan;
  try {
    if (!resumes) await makeFolder(iterationFolder);
    for (const { id, name, folder, prompt, statements } of tasks) {
      const assertions = statements.map(({ text }) => text);
      const text = toEvalMetadataText({
        ...{ evalId: id, prompt, assertions },
        ...(name === undefined ? {} : { evalName: name }),
      });
      await mkdir(join(iterationFolder, folder), { recursive: true });
      await writeFile(join(iterationFolder, folder, workspaceFiles.metadata), text);
    }
    // It would say that everything is there.
    if (runs.some(({ state }) => state !== "kept"))
      await rm(join(iterationFolder, workspaceFiles.benchmark), { force: true });
    await writeFile(join(iterationFolder, planFile), `${JSON.stringify({ version: 1, key }, null, 2)}\n`);
  } catch (error) {
    throw toFileError(iterationFolder, error);
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  // Other evals have begun since the plan was made, and ended.
  if (made === undefined) throw new SkillError("settings-changed", { path: folder });
}

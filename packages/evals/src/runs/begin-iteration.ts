import { mkdir, rm } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import { toEvalMetadataText, workspaceFiles } from "../formats/workspace.ts";

import { saveSnapshot } from "../trials/skill-snapshots.ts";
import { refuseLinkedFolders } from "./check-places.ts";
import type { EvalPlan } from "./eval-plan.ts";
import type { EvalInputs } from "./eval-stage.ts";
import { planFile } from "./find-iteration.ts";

/** Creates the folder of an iteration, or reuses the existing one, and writes the metadata of its evals. */
export async function startIteration(plan: EvalPlan, inputs: Pick<EvalInputs, "skill">): Promise<void> {
  const { iterationFolder, resumes, tasks, key, runs, request } = plan;
  const write = (name: string, text: string): void =>
    request.fs.write(`${iterationFolder}/${name}`, new TextEncoder().encode(text), { replacesLink: true });
  refuseLinkedFolders(request, plan);
  try {
    if (!resumes) {
      await makeFolder(iterationFolder);
      // First, because it identifies the plan that everything else belongs to.
      write(planFile, `${JSON.stringify({ version: 1, key }, null, 2)}\n`);
    }
    await saveSnapshot(request.fs, inputs.skill, iterationFolder);
    for (const { id, name, folder, prompt, statements } of tasks) {
      const assertions = statements.map(({ text }) => text);
      const text = toEvalMetadataText({
        ...{ evalId: id, prompt, assertions },
        ...(name === undefined ? {} : { evalName: name }),
      });
      write(`${folder}/${workspaceFiles.metadata}`, text);
    }
    // Its presence means that the iteration is complete.
    if (runs.some(({ state }) => state !== "kept"))
      await rm(`${iterationFolder}/${workspaceFiles.benchmark}`, { force: true });
  } catch (error) {
    throw toFileError(iterationFolder, error);
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  // Other evals started and finished after the plan was made.
  if (made === undefined) throw new SkillError("settings-changed", { path: folder });
}

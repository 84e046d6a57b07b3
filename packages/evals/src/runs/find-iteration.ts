import { isJsonObject, parseJson } from "@skillwright/core/text";
import { iterationFolder, workspaceFiles } from "../formats/workspace.ts";
import type { EvalRequest } from "./eval-request.ts";
import { iterationsIn, readText } from "./find-kept.ts";

/** Identifies the plan of an iteration, so that a later invocation can resume it. */
export const planFile = "plan.json";

/**
 * The iteration for a plan: the last one if it has the same plan, else a new one. With `fresh`, only an unfinished
 * one is resumed.
 */
export function findIteration(
  { fs, workspace, fresh }: Pick<EvalRequest, "fs" | "workspace" | "fresh">,
  key: string,
): { readonly iteration: number; readonly resumes: boolean } {
  const last = iterationsIn(fs, workspace).at(-1) ?? 0;
  const folder = `${workspace}/${iterationFolder(last)}`;
  const plan = parseJson(readText(fs, `${folder}/${planFile}`) ?? "");
  const isDone = readText(fs, `${folder}/${workspaceFiles.benchmark}`) !== undefined;
  const resumes = isJsonObject(plan) && plan.key === key && !(fresh && isDone);
  return { iteration: resumes ? last : last + 1, resumes };
}

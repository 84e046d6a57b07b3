import type { FileSystem } from "@skillwright/core/discover";
import { type Grade, type Grading, gradingOf, readGrading } from "../formats/grading.ts";

import { workspaceFiles } from "../formats/workspace.ts";
import type { Trial } from "../trials/trial.ts";
import type { EvalRun, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import { readText, type SavedRun } from "./find-kept.ts";
import { readTrial, trialFile } from "./read-trial.ts";

/** Reads the trial of the run in a folder; undefined when it is unreadable. */
export function readSavedTrial(fs: FileSystem, folder: string): Trial | undefined {
  return readTrial(readText(fs, `${folder}/${trialFile}`) ?? "");
}

/** The grades of an earlier run, if they are for the same statements and by the same judge. */
export function readSavedGrading(
  { folder, record }: Pick<SavedRun, "folder" | "record">,
  { task, gradingKey }: Pick<EvalRun, "task" | "gradingKey">,
  { fs, judgeLabel }: Pick<EvalRequest, "fs" | "judgeLabel">,
): Grading | undefined {
  if (record.gradingKey !== gradingKey) return undefined;
  const path = `${folder}/${workspaceFiles.grading}`;
  const read = readGrading(readText(fs, path) ?? "", path);
  if (!read.ok || !areOf(task, read.value.grades, judgeLabel)) return undefined;
  // Recompute the summary instead of trusting the file.
  return { ...read.value, summary: gradingOf(read.value.grades).summary };
}

/** Anyone who can write the file can copy the key into it, so compare the statements with the task's. */
function areOf({ statements }: EvalTask, grades: readonly Grade[], judgeLabel: string | undefined): boolean {
  const found = grades.map(({ text }) => text);
  const all = statements.map(({ text }) => text);
  // Without a judge, only the mechanical checks are graded.
  const checked = statements.filter(({ check }) => check.by !== "judge").map(({ text }) => text);
  return isSame(found, all) || (judgeLabel === undefined && isSame(found, checked));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

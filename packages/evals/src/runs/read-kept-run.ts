import type { FileSystem } from "@skillwright/core/discover";
import { type Grade, type Grading, gradingOf } from "../formats/grading.ts";
import { readGrading } from "../formats/read-grading.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import type { Trial } from "../trials/trial.ts";
import type { EvalRun, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import { type KeptRun, readText } from "./find-kept.ts";
import { readTrial, trialFile } from "./read-trial.ts";

/** What became of the run in a folder; undefined when that cannot be read. */
export function readKeptTrial(fs: FileSystem, folder: string): Trial | undefined {
  return readTrial(readText(fs, `${folder}/${trialFile}`) ?? "");
}

/** The grades of a kept run, when they are for the same statements and of the same judge. */
export function readKeptGrading(
  { folder, record }: Pick<KeptRun, "folder" | "record">,
  { task, gradingKey }: Pick<EvalRun, "task" | "gradingKey">,
  { fs, judgeLabel }: Pick<EvalRequest, "fs" | "judgeLabel">,
): Grading | undefined {
  if (record.gradingKey !== gradingKey) return undefined;
  const path = `${folder}/${workspaceFiles.grading}`;
  const read = readGrading(readText(fs, path) ?? "", path);
  if (!read.ok || !areOf(task, read.value.grades, judgeLabel)) return undefined;
  // What the file says of their sum does not count.
  return { ...read.value, summary: gradingOf(read.value.grades).summary };
}

/** Whoever can write a file can copy a key into it: the statements must be those of the task. */
function areOf({ statements }: EvalTask, grades: readonly Grade[], judgeLabel: string | undefined): boolean {
  const found = grades.map(({ text }) => text);
  const all = statements.map(({ text }) => text);
  // Without a judge some stay open.
  const checked = statements.filter(({ check }) => check.by !== "judge").map(({ text }) => text);
  return isSame(found, all) || (judgeLabel === undefined && isSame(found, checked));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

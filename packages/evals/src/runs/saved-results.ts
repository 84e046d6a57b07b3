import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { decodeUtf8 } from "@skillwright/core/text";
import { type Grade, type Grading, gradingOf, readGrading } from "../formats/grading.ts";
import { iterationNumber, workspaceFiles } from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import type { Trial } from "../trials/trial.ts";
import type { EvalRequest, EvalRun, EvalTask } from "./eval-plan.ts";
import { runsLimits } from "./limits.ts";
import {
  type RunRecord,
  readRunRecord,
  readSavedComparison,
  readTrial,
  runRecordFile,
  type SavedComparison,
  trialFile,
} from "./run-files.ts";

/** A run in a workspace according to its record; its files may still be unreadable. */
export type SavedRun = { readonly folder: string; readonly iteration: number; readonly record: RunRecord };

export type SavedResults = {
  /** Newest iteration first. */
  readonly runs: readonly SavedRun[];
  readonly comparisons: readonly (SavedComparison & { readonly iteration: number })[];
};

/** Finds the complete results of earlier invocations in a workspace. Links are not followed. */
export function findSavedResults(fs: FileSystem, workspace: string): SavedResults {
  const runs: SavedRun[] = [];
  const comparisons: (SavedComparison & { readonly iteration: number })[] = [];
  for (const iteration of iterationsIn(fs, workspace).toReversed()) {
    const folder = `${workspace}/iteration-${iteration}`;
    for (const evalFolder of foldersIn(fs, folder, /^eval-/)) {
      for (const configuration of foldersIn(fs, evalFolder, /^[a-z_]+$/))
        for (const run of foldersIn(fs, configuration, /^run-\d{1,9}$/)) {
          if (runs.length === runsLimits.evalKeptRuns) return { runs, comparisons };
          const record = readRunRecord(readText(fs, `${run}/${runRecordFile}`) ?? "");
          if (record) runs.push({ folder: run, iteration, record });
        }
      for (const name of namesIn(fs, evalFolder, "file").filter((one) =>
        /^comparison-\d+\.json$/.test(one),
      )) {
        const kept = readSavedComparison(readText(fs, `${evalFolder}/${name}`) ?? "");
        if (kept) comparisons.push({ ...kept, iteration });
      }
    }
  }
  return { runs, comparisons };
}

/** The sorted numbers of the iterations in a workspace. */
export function iterationsIn(fs: FileSystem, workspace: string): readonly number[] {
  return namesIn(fs, workspace, "directory")
    .flatMap((name) => iterationNumber(name) ?? [])
    .toSorted((one, other) => one - other);
}

function foldersIn(fs: FileSystem, folder: string, pattern: RegExp): readonly string[] {
  return namesIn(fs, folder, "directory")
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
}

function namesIn(fs: FileSystem, folder: string, kind: "file" | "directory"): readonly string[] {
  return attempt(() => fs.list(folder).filter((entry) => entry.kind === kind))?.map(({ name }) => name) ?? [];
}

/** Reads a text file of the workspace; undefined when it is missing or unreadable. */
export function readText(fs: FileSystem, path: string): string | undefined {
  return attempt(() => {
    const { bytes, size } = fs.read(path, evalsLimits.evalResultCharacters);
    return size === bytes.length ? decodeUtf8(bytes) : undefined;
  });
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

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

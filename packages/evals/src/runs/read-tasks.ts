import { normalize } from "node:path/posix";
import type { EvalCase, EvalConfig } from "../formats/uaaps-case.ts";
import { toEvalFolders } from "../formats/workspace.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { openSuiteFiles, problemAtTop } from "../testing/suite-files.ts";
import type { EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import { runsLimits } from "./limits.ts";
import { readCaseTasks } from "./read-case-tasks.ts";
import { readOutputTasks } from "./read-output-tasks.ts";

/** The tasks in a skill's eval files. */
export type ReadTasks = {
  readonly tasks: readonly EvalTask[];
  readonly problems: readonly TestFileProblem[];
  readonly notes: readonly string[];
  readonly config?: EvalConfig;
  readonly skipped: readonly EvalCase[];
};

/** A task before its folder is assigned, which depends on the other tasks. */
export type FoundTask = Omit<EvalTask, "folder"> & { readonly file: string };
export type FoundTasks = Omit<ReadTasks, "tasks"> & { readonly tasks: readonly FoundTask[] };

/** Reads `evals/evals.json` and the UAAPS cases of a skill; reports all problems at once. */
export function readTasks(request: EvalRequest): ReadTasks {
  const files = openSuiteFiles(request.fs, request.skill.directory);
  const output = readOutputTasks(request, files);
  const cases = readCaseTasks(request, files);
  const found = [...output.tasks, ...cases.tasks];
  const problems = [
    ...output.problems,
    ...cases.problems,
    ...findDuplicateNames(found),
    ...found.flatMap(findClashes),
  ];
  const isNothing = found.length + problems.length + cases.skipped.length === 0;
  const folders = toEvalFolders(found);
  return {
    tasks: found.map(({ file, ...task }) => ({ ...task, folder: folders.get(task.id) ?? "" })),
    problems: isNothing ? [noEvals] : problems,
    notes: [...output.notes, ...cases.notes],
    ...(cases.config ? { config: cases.config } : {}),
    skipped: cases.skipped,
  };
}

const noEvals = problemAtTop(
  "evals/evals.json",
  "No evals found: expected this file, or cases in evals/cases.",
);

/** Results are stored by id, and ids are compared as strings. */
function findDuplicateNames(tasks: readonly FoundTask[]): readonly TestFileProblem[] {
  const seen = new Map<string, string>();
  return tasks.flatMap(({ id, file }) => {
    const other = seen.get(String(id));
    seen.set(String(id), file);
    return other === undefined ? [] : [problemAtTop(file, `Duplicate eval ${id}, also in ${other}.`)];
  });
}

/** A path cannot be both a file and a folder. */
function findClashes({ id, file, files }: FoundTask): readonly TestFileProblem[] {
  const paths = new Set(files.map(({ to }) => normalize(to)));
  return [...paths].flatMap((path) => {
    const inner = [...paths].find((other) => other.startsWith(`${path}/`));
    if (inner === undefined) return [];
    return [problemAtTop(file, `Eval ${id}: ${path} cannot be both a file and the folder of ${inner}.`)];
  });
}

export function timeoutOf(
  { timeoutSeconds }: EvalRequest,
  usual: number = runsLimits.outputEvalSeconds,
): number {
  return timeoutSeconds ?? usual;
}

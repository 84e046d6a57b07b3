import { normalize } from "node:path/posix";
import { compact } from "@skillwright/core/text";
import { type OutputEval, readEvals } from "../formats/evals-json.ts";
import type { EvalCase, EvalConfig } from "../formats/uaaps-case.ts";
import { toEvalFolders } from "../formats/workspace.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { openSuiteFiles, problemAtTop, type SuiteFiles } from "../testing/suite-files.ts";
import { readStatement } from "../trials/read-statement.ts";
import { readCaseTasks } from "./case-tasks.ts";
import type { EvalRequest, EvalStatement, EvalTask } from "./eval-plan.ts";
import { createFileFinder, toInputPaths } from "./input-files.ts";
import { runsLimits } from "./limits.ts";

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

const file = "evals/evals.json";

/** Reads `evals/evals.json`; a skill without it has no output evals. */
function readOutputTasks(request: EvalRequest, files: SuiteFiles): FoundTasks {
  const listed = files.list("evals");
  if ("problem" in listed) return failed([listed.problem]);
  if (!listed.names.includes("evals.json")) return failed([]);
  const source = files.read(file);
  if ("problem" in source) return failed([source.problem]);
  const find = createFileFinder(request.fs, request.skill.directory);
  const read = readEvals(source.text, file, { hasFile: (path) => find(path) !== undefined });
  const notes = read.notes.map(({ message, range }) => `${file}:${range.start.line}: ${message}`);
  if (!read.ok) return { ...failed(read.problems), notes };
  const { skillName, evals } = read.value;
  const other = `${file}: skill_name is ${skillName}, but the skill's name is ${request.skill.name}.`;
  return {
    tasks: evals.map((one) => toTask(one, request, find)),
    problems: [],
    notes: [...notes, ...(skillName === request.skill.name ? [] : [other]), ...evals.flatMap(noteEval)],
    skipped: [],
  };
}

function failed(problems: readonly TestFileProblem[]): FoundTasks {
  return { tasks: [], problems, notes: [], skipped: [] };
}

function toTask(
  { id, name, prompt, expectedOutput, files, assertions }: OutputEval,
  request: EvalRequest,
  find: ReturnType<typeof createFileFinder>,
): FoundTask {
  const places = toInputPaths(files, prompt);
  return {
    file,
    id,
    ...compact({ name }),
    prompt,
    expectedOutput,
    files: files.flatMap((path, index) => {
      const found = find(path);
      return found ? [{ ...found, to: places[index] ?? path }] : [];
    }),
    statements: assertions.map(toStatement),
    timeoutSeconds: request.timeoutSeconds ?? runsLimits.outputEvalSeconds,
  };
}

function toStatement(text: string): EvalStatement {
  const assertion = readStatement(text);
  return { text, check: assertion ? { by: "program", assertion } : { by: "judge" } };
}

function noteEval({ id, assertions }: OutputEval): readonly string[] {
  if (assertions.length > 0) return [];
  return [`Eval ${id} has no assertions, so nothing is graded. Look at its outputs, then write some.`];
}

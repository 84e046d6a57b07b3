import { type OutputEval, readEvals } from "../formats/evals-json.ts";

import type { TestFileProblem } from "../testing/case.ts";
import type { SuiteFiles } from "../testing/suite-files.ts";
import { readStatement } from "../trials/read-statement.ts";
import type { EvalStatement } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import { createFileFinder } from "./find-given-file.ts";
import { type FoundTask, type FoundTasks, timeoutOf } from "./read-tasks.ts";
import { toInputPaths } from "./to-given-paths.ts";

const file = "evals/evals.json";

/** Reads `evals/evals.json`; a skill without it has no output evals. */
export function readOutputTasks(request: EvalRequest, files: SuiteFiles): FoundTasks {
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
    ...(name === undefined ? {} : { name }),
    prompt,
    expectedOutput,
    files: files.flatMap((path, index) => {
      const found = find(path);
      return found ? [{ ...found, to: places[index] ?? path }] : [];
    }),
    statements: assertions.map(toStatement),
    timeoutSeconds: timeoutOf(request),
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

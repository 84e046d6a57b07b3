import { type FileSystem, printable, SkillError } from "@skillwright/core";
import { UsageError } from "../command.ts";
import { absolutePath } from "../commands/absolute-path.ts";
import { readWorkspace } from "../eval-report/read-workspace.ts";
import type { EvalReportData } from "../eval-report/report-data.ts";
import type { Io } from "../io.ts";

/** The results in a folder that a user names; refused when there are none. */
export function readResults(word: string, fs: FileSystem, io: Io): EvalReportData {
  const folder = absolutePath(word, io.cwd, io.place.home);
  if (!fs.stat(folder)) throw new SkillError("file-missing", { path: word });
  const data = readWorkspace(fs, folder);
  if (hasResults(data)) return data;
  throw new UsageError(
    `there are no results of evals in ${printable(word)}: name an iteration or a workspace.`,
  );
}

export function hasResults({ evals, triggers, optimisation, benchmark }: EvalReportData): boolean {
  return (
    evals.length > 0 ||
    triggers !== undefined ||
    optimisation !== undefined ||
    Object.keys(benchmark.summary).length > 0
  );
}

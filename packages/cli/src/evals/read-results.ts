import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { EvalReportData } from "@skillwright/evals";
import { readWorkspace } from "@skillwright/evals";
import { UsageError } from "../command.ts";
import { absolutePath } from "../input/absolute-path.ts";
import type { Io } from "../io.ts";
import { oneLine } from "../terminal/safe-text.ts";

/** Reads the results in a folder and warns about unreadable files; throws when there are none. */
export async function readResults(word: string, fs: FileSystem, io: Io): Promise<EvalReportData> {
  const folder = absolutePath(word, io.cwd, io.place.home);
  if (!fs.stat(folder)) throw new SkillError("file-missing", { path: word });
  const data = readWorkspace(fs, folder);
  for (const { file, message } of data.problems)
    await io.err(`warning: ${printable(`${word}/${file}`)}: ${oneLine(message)}\n`);
  if (hasResults(data)) return data;
  throw new UsageError(`no eval results in ${printable(word)}: name an iteration or a workspace.`);
}

export function hasResults({ evals, triggers, optimization, benchmark }: EvalReportData): boolean {
  return (
    evals.length > 0 ||
    triggers !== undefined ||
    optimization !== undefined ||
    Object.keys(benchmark.summary).length > 0
  );
}

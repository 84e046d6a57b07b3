import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { type EvalReportData, readWorkspace, serveReport, toReportPage } from "@skillwright/evals";
import { createPathNames } from "../../catalog/open-catalog.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { oneLine } from "../../terminal/safe-text.ts";

/** `eval report FOLDER`: writes the page of existing results, or serves it and saves feedback. */
export async function showReport(invocation: Invocation, io: Io): Promise<number> {
  const [word, extra] = invocation.positionals;
  if (word === undefined || extra !== undefined)
    throw new UsageError("eval report takes one FOLDER: an iteration, or a workspace for its last one.");
  const fs = createNodeFileSystem();
  const data = await readResults(word, fs, io);
  if (invocation.flag("serve")) {
    if (invocation.option("output") !== undefined)
      throw new UsageError("--serve and --output cannot be combined.");
    return serve(data.folder, fs, io);
  }
  const named = invocation.option("output");
  const file =
    named === undefined ? join(data.folder, "report.html") : absolutePath(named, io.cwd, io.place.home);
  if (named !== "-" && fs.stat(file)?.kind === "directory")
    throw new UsageError(`--output must be a file; ${printable(named ?? file)} is a folder.`);
  const page = toReportPage(data);
  if (named === "-") {
    await io.out(page);
    return exitCode.ok;
  }
  // Follow a link only when the user names it; one at the default path may come with the folder.
  fs.write(file, new TextEncoder().encode(page), { replacesLink: named === undefined });
  await io.out(`${printable(createPathNames(new Map(), io).short(file))}\n`);
  return exitCode.ok;
}

async function serve(folder: string, fs: ReturnType<typeof createNodeFileSystem>, io: Io): Promise<number> {
  const troubles: string[] = [];
  const served = await serveReport(
    { folder },
    { fs, today: io.today, signal: io.signal(), onTrouble: (message) => troubles.push(message) },
  );
  await io.out(`${served.url}\n`);
  await io.err("Open it in a browser. Stop with Finish on the page or Ctrl-C; it also stops when idle.\n");
  const reason = await served.ended;
  for (const trouble of troubles) await io.err(`skillwright eval: ${trouble}\n`);
  return reason === "aborted" ? exitCode.interrupted : exitCode.ok;
}

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

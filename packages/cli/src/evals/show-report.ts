import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { serveReport, toReportPage } from "@skillwright/evals";
import { type Invocation, UsageError } from "../command.ts";
import { absolutePath } from "../commands/absolute-path.ts";
import { createPathNames } from "../commands/path-names.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { readResults } from "./read-results.ts";

/** `eval report FOLDER`: the page of results that are there, written to a file or shown with a box for feedback that is saved. */
export async function showReport(invocation: Invocation, io: Io): Promise<number> {
  const [word, extra] = invocation.positionals;
  if (word === undefined || extra !== undefined)
    throw new UsageError("eval report takes one FOLDER: an iteration, or a workspace for its last one.");
  const fs = createNodeFileSystem();
  const data = await readResults(word, fs, io);
  if (invocation.flag("serve")) {
    if (invocation.option("output") !== undefined)
      throw new UsageError("--serve shows the page and --output writes it; leave one of them out.");
    return serve(data.folder, fs, io);
  }
  const named = invocation.option("output");
  const file =
    named === undefined ? join(data.folder, "report.html") : absolutePath(named, io.cwd, io.place.home);
  if (named !== "-" && fs.stat(file)?.kind === "directory")
    throw new UsageError(`--output wants a file; ${printable(named ?? file)} is a folder.`);
  const page = toReportPage(data);
  if (named === "-") {
    await io.out(page);
    return exitCode.ok;
  }
  // A link in the usual place may have come with the folder; where the user names a file, a link is meant.
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
  await io.err("Open it in a browser. It ends with Finish on the page, Ctrl-C, or when nobody uses it.\n");
  const reason = await served.ended;
  for (const trouble of troubles) await io.err(`skillwright eval: ${trouble}\n`);
  return reason === "aborted" ? exitCode.interrupted : exitCode.ok;
}

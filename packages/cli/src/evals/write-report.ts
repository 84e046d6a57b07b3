import type { FileSystem } from "@skillwright/core/discover";
import { readWorkspace, toReportPage } from "@skillwright/evals";
import { hasResults } from "./read-results.ts";

/** Writes the page of an iteration and returns its path; undefined when there are no results yet. */
export async function writeReport({
  fs,
  folder,
  file,
}: {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly file: string;
}): Promise<string | undefined> {
  const data = readWorkspace(fs, folder);
  if (!hasResults(data)) return undefined;
  // Replace a link instead of following it: it may come with the folder.
  fs.write(file, new TextEncoder().encode(toReportPage(data)), { replacesLink: true });
  return file;
}

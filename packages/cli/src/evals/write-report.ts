import type { FileSystem } from "@skillwright/core/discover";
import { readWorkspace, toReportPage } from "@skillwright/evals";
import { hasResults } from "./read-results.ts";

/** Writes the page of an iteration; answers with its path, undefined when there is nothing to show yet. */
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
  // A link in its place may have come with the folder, and lead anywhere.
  fs.write(file, new TextEncoder().encode(toReportPage(data)), { replacesLink: true });
  return file;
}

import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { trialsLimits } from "./limits.ts";

/** Two absolute folders; in the first, all links are resolved. */
export type Folders = { readonly from: string; readonly to: string };

/**
 * Saves files of a trial, up to a limit on number and size; holes in a file count. Skips whatever is not a
 * readable file or is behind a link.
 */
export function keepFiles(fs: FileSystem, { from, to }: Folders, paths: readonly string[]): void {
  let left: number = trialsLimits.trialKeptBytes;
  for (const path of paths.slice(0, trialsLimits.trialKeptFiles))
    left -= keepFile(fs, { from: `${from}/${path}`, to: `${to}/${path}` }, left);
}

/** Returns the number of bytes copied. */
export function keepFile(fs: FileSystem, { from, to }: Folders, most: number): number {
  try {
    const { size = most + 1, executable = false } = fs.stat(from) ?? {};
    if (size > most) return 0;
    const read = fs.read(from, most, { isResolved: true });
    if (read.size > read.bytes.length) return 0;
    fs.write(to, read.bytes, { executable });
    return read.size;
  } catch (error) {
    if (error instanceof SkillError) return 0;
    throw error;
  }
}

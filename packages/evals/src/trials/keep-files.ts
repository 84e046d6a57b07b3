import { limits, SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";

/** Two folders, absolute; the first with every link resolved. */
export type Folders = { readonly from: string; readonly to: string };

/**
 * Copies files by their paths in a folder, as many and as large ones as are kept of one trial; holes in a file count as bytes. What is
 * no file, lies behind a link, or is closed even to its owner stays behind.
 */
export function keepFiles(fs: FileSystem, { from, to }: Folders, paths: readonly string[]): void {
  let left: number = limits.trialKeptBytes;
  for (const path of paths.slice(0, limits.trialKeptFiles))
    left -= keepFile(fs, { from: `${from}/${path}`, to: `${to}/${path}` }, left);
}

/** The number of bytes that were copied. */
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

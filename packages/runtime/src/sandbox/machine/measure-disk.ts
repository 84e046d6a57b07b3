import { type Dirent, lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "@skillwright/core/path";
import { sandboxLimits } from "../limits.ts";

export type DiskUse = {
  /** Growth of the folders; for folders too large to count, what their disk has lost since. */
  readonly addedBytes: number;
  /** Most of the free space is gone, and little more is left than one program may use. */
  readonly isScarce: boolean;
};

/**
 * Records the size of some folders (real paths) and returns a function that reports their growth. Counting
 * misses deleted files that are still open, so a disk that runs out of space also counts, whichever process fills it.
 */
export function measureDisk(
  folders: readonly string[],
  diskBytes: number,
  freeOf: (folder: string) => number = freeBytes,
): () => DiskUse {
  const outermost = folders.filter((folder) => !folders.some((other) => holds(other, folder)));
  const before = [...new Set(outermost)].map((folder) => ({
    folder,
    bytes: countBytes(folder),
    free: freeOf(folder),
  }));
  return () => {
    const changes = before.map(({ folder, bytes, free }) => {
      const left = freeOf(folder);
      const lost = Number.isFinite(free) ? free - left : 0;
      const isScarce = left < diskBytes && lost > free / 2;
      return { grown: growth(bytes, countBytes(folder)), lost, isScarce };
    });
    const grown = changes.map((change) => change.grown ?? 0).reduce((sum, bytes) => sum + bytes, 0);
    // They are usually on one disk, so take the maximum, not the sum.
    const uncounted = changes.map(({ grown: counted, lost }) => (counted === undefined ? lost : 0));
    return {
      addedBytes: grown + Math.max(0, ...uncounted),
      isScarce: changes.some(({ isScarce }) => isScarce),
    };
  };
}

function holds(folder: string, path: string): boolean {
  return folder !== path && isInside(folder, path);
}

function growth(before: number | undefined, now: number | undefined): number | undefined {
  return before === undefined || now === undefined ? undefined : Math.max(0, now - before);
}

/** Infinite if unknown, so that the program is not blamed. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Disk usage of the files below a folder; undefined if there are too many or some cannot be seen. */
function countBytes(root: string): number | undefined {
  const pending = [root];
  let bytes = 0;
  let seen = 0;
  try {
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of listFolder(folder)) {
        seen += 1;
        if (seen > sandboxLimits.countedEntries) return undefined;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) pending.push(path);
        bytes += sizeOf(path);
      }
    }
  } catch {
    // Unreadable, or deeper than a path can express.
    return undefined;
  }
  return bytes;
}

function listFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    // Removed in the meantime, so it is empty.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

const blockBytes = 512;

/** A file with several hard links counts for a fraction at each. */
function sizeOf(path: string): number {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 0;
  return (status.blocks * blockBytes) / (status.isDirectory() ? 1 : Math.max(1, status.nlink));
}

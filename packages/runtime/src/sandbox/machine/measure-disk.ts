import { type Dirent, lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "@skillwright/core/discover";
import { sandboxLimits } from "../limits.ts";

export type DiskUse = {
  /** What the folders have grown by; where they hold too much to be counted, what their disk has lost meanwhile. */
  readonly addedBytes: number;
  /** Most of the room that there was is gone, and hardly more is left than one program may use. */
  readonly isScarce: boolean;
};

/**
 * Remembers what some folders hold, given by their real paths, and tells what was added since. Counting sees no file that was removed
 * while it is open, so a disk that runs out of room counts by itself, whoever fills it.
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
    // They mostly lie on one disk, so what it has lost is not added up.
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

/** No end of them where nobody tells: what is not known is not held against a program. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** What the files below a folder take up; undefined when there are too many, or some cannot be seen. */
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
    // Closed to us, or deeper than a path can say.
    return undefined;
  }
  return bytes;
}

function listFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    // Removed at this very moment, so that nothing is in it.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

const blockBytes = 512;

/** A file with several names counts for a part at each. */
function sizeOf(path: string): number {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 0;
  return (status.blocks * blockBytes) / (status.isDirectory() ? 1 : Math.max(1, status.nlink));
}

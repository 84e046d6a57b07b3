import { opendirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "@skillwright/core/path";
import { sandboxLimits } from "../limits.ts";

/**
 * Counts the files in some folders (real paths) and returns a function that reports whether more than `most` were added. A
 * folder that is too large to count at the start has too many once its disk has lost as many and it holds as many itself.
 */
export function measureFiles(
  folders: readonly string[],
  most: number,
  usedOn: (folder: string) => number | undefined = usedFiles,
): () => boolean {
  const outermost = folders.filter(
    (folder) => !folders.some((other) => other !== folder && isInside(other, folder)),
  );
  const before = [...new Set(outermost)].map((folder) => ({
    folder,
    count: countEntries(folder, sandboxLimits.countedEntries),
    used: usedOn(folder),
  }));
  return () => {
    const changes = before.map(({ folder, count, used = 0 }) => {
      const now = countEntries(folder, (Number.isFinite(count) ? count : 0) + most);
      if (Number.isFinite(count) && !Number.isNaN(now)) return Math.max(0, now - count);
      const lost = (usedOn(folder) ?? 0) - used;
      return Number.isFinite(now) || lost <= most ? 0 : lost;
    });
    return changes.reduce((sum, added) => sum + added, 0) > most;
  };
}

/** Files in the memory-backed folders of a namespace, given one of its processes; none if it shares those of the host. */
export function countMemoryFiles(pid: number): number {
  return ["/tmp", "/dev/shm"]
    .map((folder) => privateFiles(pid, folder))
    .reduce((sum, count) => sum + count, 0);
}

function privateFiles(pid: number, folder: string): number {
  const inside = `/proc/${pid}/root${folder}`;
  try {
    return statSync(inside).dev === statSync(folder).dev ? 0 : (usedFiles(inside) ?? 0);
  } catch {
    // It has ended, or this user may not look inside.
    return 0;
  }
}

/** Undefined if the file system does not count its files, as Btrfs. */
function usedFiles(folder: string): number | undefined {
  try {
    const { files, ffree } = statfsSync(folder);
    return files === 0 ? undefined : files - ffree;
  } catch {
    return undefined;
  }
}

/** Entries below a folder: infinitely many if there are more than `most`, not a number if some cannot be seen. */
function countEntries(root: string, most: number): number {
  const pending = [root];
  let seen = 0;
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const folders = listFolders(path, most - seen);
    if (typeof folders === "number") return folders;
    seen += folders.count;
    // One by one: a long list of arguments overflows the stack.
    for (const inside of folders.inside) pending.push(inside);
  }
  return seen;
}

type Listed = { readonly count: number; readonly inside: readonly string[] };

/** Read piece by piece: a program may put millions of files into one folder. */
function listFolders(path: string, most: number): Listed | number {
  const inside: string[] = [];
  let count = 0;
  try {
    const folder = opendirSync(path, { bufferSize: 1024 });
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        count += 1;
        if (count > most) return Number.POSITIVE_INFINITY;
        if (entry.isDirectory()) inside.push(join(path, entry.name));
      }
    } finally {
      folder.closeSync();
    }
  } catch (error) {
    // Removed in the meantime, so it is empty; otherwise unreadable, or deeper than a path can express.
    const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isGone ? { count, inside } : Number.NaN;
  }
  return { count, inside };
}

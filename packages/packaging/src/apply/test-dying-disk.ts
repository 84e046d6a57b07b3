import type { FileSystem } from "@skillwright/core";
import type { Disk } from "./disk.ts";

export type DyingOptions = {
  readonly at: number;
  readonly die: () => never;
  /** Only that call fails, and cleans up after itself: an error, not the end of the process. */
  readonly failsOnce?: boolean;
};

/**
 * A disk that calls `die` at one step: before a call, or halfway through a call that is not atomic. From then on every call dies, as
 * nothing runs any more in a process that was killed.
 */
export function createDyingDisk(
  disk: Disk,
  fs: FileSystem,
  { at, die, failsOnce = false }: DyingOptions,
): Disk {
  let steps = 0;
  const step = (): void => {
    const now = steps++;
    if (failsOnce ? now === at : now >= at) die();
  };
  /** Runs `half` and dies, if this is the step. */
  const halfway = (half: () => unknown): void => {
    if (steps === at) half();
    step();
  };
  return {
    writeTree: (folder, content) => {
      step();
      const { entries } = content;
      if (entries.length > 1)
        halfway(() => disk.writeTree(folder, { entries: entries.slice(0, Math.ceil(entries.length / 2)) }));
      disk.writeTree(folder, content);
    },
    writeFile: (path, bytes, options) => {
      step();
      halfway(() => failsOnce || disk.writeFile(`${path}.99999.tmp`, bytes.slice(0, bytes.length / 2)));
      disk.writeFile(path, bytes, options);
    },
    rename: (from, to) => {
      step();
      disk.rename(from, to);
    },
    remove: (path) => {
      step();
      if (fs.stat(path)?.kind === "directory") halfway(() => removeHalf(disk, fs, path));
      disk.remove(path);
    },
    link: (path, link) => {
      step();
      return disk.link(path, link);
    },
  };
}

function removeHalf(disk: Disk, fs: FileSystem, path: string): void {
  const [first] = fs.list(path);
  if (first) disk.remove(`${path}/${first.name}`);
}

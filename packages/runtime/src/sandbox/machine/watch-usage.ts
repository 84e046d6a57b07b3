import { systemClock } from "../../clock.ts";
import type { Resources, RunResult } from "../sandbox.ts";
import { measureDisk } from "./measure-disk.ts";
import { readSharedMemory, readUsage } from "./read-usage.ts";

/** Most programs end before this. */
const firstLookMs = 50;
const nextLookMs = 100;
/** Looks at the disk are rarer, and take up no more than this part of our time. */
const nextDiskLookMs = 250;
const diskShare = 20;

export type Watched = {
  /** The process that all others descend from. */
  readonly root: number;
  /** Real paths of the folders that they may write to. */
  readonly folders: readonly string[];
  readonly resources: Resources;
};

/**
 * Adds up what a sandbox uses, a few times a second, and says once when it is too much: the system holds root to no
 * number of processes, and bounds memory only of each by itself, and files too. Gives back how to end the watch.
 */
export function watchUsage(
  { root, folders, resources }: Watched,
  exceed: (what: NonNullable<RunResult["exceeded"]>) => void,
): () => void {
  const isDiskFull = watchDisk(folders, resources.diskBytes);
  const look = (): void => {
    const exceeded = findExcess(root, resources) ?? (isDiskFull() ? "disk" : undefined);
    if (exceeded) exceed(exceeded);
    else timer = setTimeout(look, nextLookMs);
  };
  let timer = setTimeout(look, firstLookMs);
  return () => clearTimeout(timer);
}

function findExcess(root: number, { processes, memoryBytes }: Resources): RunResult["exceeded"] {
  // Bubblewrap's own process, the namespace's first, does not count.
  const most = processes + 1;
  const usage = readUsage(root, most);
  if (usage.processes > most) return "processes";
  if (usage.memoryBytes <= memoryBytes) return undefined;
  // Pages that several processes share were counted several times.
  return readSharedMemory(root, most) > memoryBytes ? "memory" : undefined;
}

/** Whether there is too much by now, as far as it is time to look again. */
function watchDisk(folders: readonly string[], diskBytes: number): () => boolean {
  const measured = measureDisk(folders, diskBytes);
  let nextLook = 0;
  return () => {
    const began = systemClock.elapsed();
    if (began < nextLook) return false;
    const { addedBytes, isScarce } = measured();
    const now = systemClock.elapsed();
    nextLook = now + Math.max(nextDiskLookMs, diskShare * (now - began));
    return addedBytes > diskBytes || isScarce;
  };
}

import { systemClock } from "../../clock.ts";
import type { Resources, RunResult } from "../sandbox.ts";
import { measureDisk } from "./measure-disk.ts";
import { readSharedMemory, readUsage } from "./read-usage.ts";

/** Most programs end before this. */
const firstLookMs = 50;
const nextLookMs = 100;
/** Disk checks are rarer and take at most this fraction of our time. */
const nextDiskLookMs = 250;
const diskShare = 20;

export type Watched = {
  /** The ancestor of all watched processes. */
  readonly root: number;
  /** Real paths of the writable folders. */
  readonly folders: readonly string[];
  readonly resources: Resources;
};

/**
 * Adds up a sandbox's usage several times a second and reports once if it exceeds a limit: the kernel does not
 * limit root's processes, and limits memory and files only per process. Returns a function that stops watching.
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
  // Do not count bubblewrap's own process, the first of the namespace.
  const most = processes + 1;
  const usage = readUsage(root, most);
  if (usage.processes > most) return "processes";
  if (usage.memoryBytes <= memoryBytes) return undefined;
  // Shared pages were counted several times.
  return readSharedMemory(root, most) > memoryBytes ? "memory" : undefined;
}

/** Whether the disk limit is exceeded; checks at most every `nextDiskLookMs`. */
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

import type { Resources, RunResult } from "../sandbox.ts";
import { readSharedMemory, readUsage } from "./read-usage.ts";

/** Most programs end before this. */
const firstLookMs = 50;
const nextLookMs = 100;

/**
 * Adds up what a sandbox uses, a few times a second, and says once when it is too much: the system holds root to no
 * number of processes, and bounds memory only of each by itself. Gives back how to end the watch.
 */
export function watchUsage(
  root: number,
  resources: Resources,
  exceed: (what: NonNullable<RunResult["exceeded"]>) => void,
): () => void {
  const look = (): void => {
    const exceeded = findExcess(root, resources);
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

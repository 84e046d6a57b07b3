import { readdirSync, readFileSync } from "node:fs";
import { systemClock } from "../../clock.ts";
import { childrenOf } from "../process-tree.ts";
import type { Resources, RunResult } from "../sandbox.ts";
import { measureDisk } from "./measure-disk.ts";
import { countMemoryFiles, measureFiles } from "./measure-files.ts";

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
  const findDiskExcess = watchDisk({ root, folders, resources });
  const look = (): void => {
    const exceeded = findExcess(root, resources) ?? findDiskExcess();
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

/** Which limit of the disk is exceeded, if any; checks at most every `nextDiskLookMs`. */
function watchDisk({ root, folders, resources }: Watched): () => RunResult["exceeded"] {
  const { diskBytes, files } = resources;
  const measured = measureDisk(folders, diskBytes);
  const hasTooManyFiles = measureFiles(folders, files);
  let nextLook = 0;
  return () => {
    const began = systemClock.elapsed();
    if (began < nextLook) return undefined;
    const { addedBytes, isScarce } = measured();
    const isOver = countMemoryFiles(root) > files || hasTooManyFiles();
    const now = systemClock.elapsed();
    nextLook = now + Math.max(nextDiskLookMs, diskShare * (now - began));
    if (addedBytes > diskBytes || isScarce) return "disk";
    return isOver ? "files" : undefined;
  };
}

type Usage = {
  /** Counts each thread, as the kernel does. */
  readonly processes: number;
  readonly memoryBytes: number;
};

/**
 * Current usage of a process and all its descendants. Stops counting beyond `mostProcesses` to stay fast.
 * Processes that exit in between count up to their last measurement.
 */
export function readUsage(root: number, mostProcesses: number): Usage {
  const { pids, threads } = findDescendants(root, mostProcesses);
  return { processes: threads, memoryBytes: sum(pids.map(residentBytes)) };
}

/** Memory with shared pages counted once: exact, but about ten times slower. */
export function readSharedMemory(root: number, mostProcesses: number): number {
  const { pids } = findDescendants(root, mostProcesses);
  return sum(pids.map((pid) => proportionalBytes(pid) || residentBytes(pid)));
}

/** Private and shared memory, swapped out or not, and page tables; mapped files cost nothing. */
function residentBytes(pid: number): number {
  return sumLines(readText(`/proc/${pid}/status`), /^(?:RssAnon|RssShmem|VmSwap|VmPTE):/);
}

function proportionalBytes(pid: number): number {
  const pages = sumLines(readText(`/proc/${pid}/smaps_rollup`), /^(?:Pss_Anon|Pss_Shmem|SwapPss):/);
  return pages === 0 ? 0 : pages + sumLines(readText(`/proc/${pid}/status`), /^VmPTE:/);
}

function findDescendants(
  root: number,
  mostProcesses: number,
): { readonly pids: readonly number[]; readonly threads: number } {
  const pids = [root];
  let threads = 0;
  // The list grows while we iterate.
  for (const pid of pids) {
    for (const thread of listThreads(pid)) {
      threads += 1;
      pids.push(...childrenOf(pid, thread));
    }
    if (threads > mostProcesses) break;
  }
  return { pids, threads };
}

function listThreads(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
    return [];
  }
}

/** Sums lines such as `RssAnon:   123 kB`. */
function sumLines(text: string, wanted: RegExp): number {
  const lines = text.split("\n").filter((line) => wanted.test(line));
  return sum(lines.map((line) => 1024 * Number(/\d+/.exec(line)?.[0] ?? 0)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // The process has ended.
    return "";
  }
}

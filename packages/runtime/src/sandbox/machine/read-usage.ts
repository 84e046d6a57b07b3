import { readdirSync, readFileSync } from "node:fs";
import { childrenOf } from "../children-of.ts";

export type Usage = {
  /** Counts each thread, as the kernel does. */
  readonly processes: number;
  readonly memoryBytes: number;
};

/**
 * Current usage of a process and all its descendants. Stops counting beyond `mostProcesses` to stay fast.
 * Processes that exit meanwhile count as far as they were seen.
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

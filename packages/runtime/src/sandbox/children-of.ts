import { readFileSync } from "node:fs";

/** Live child processes started by one thread of a process; by its main thread by default. */
export function childrenOf(pid: number, thread: number | string = pid): readonly number[] {
  return readChildren(`/proc/${pid}/task/${thread}/children`)
    .split(" ")
    .filter((word) => word.trim() !== "")
    .map(Number);
}

function readChildren(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // The process has ended.
    return "";
  }
}

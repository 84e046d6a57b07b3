import { readFileSync } from "node:fs";

/** The processes that a thread of a process has started and that have not ended; of its first thread where none is named. */
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

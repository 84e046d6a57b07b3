import { readdirSync, readFileSync } from "node:fs";
import { awaitEnd } from "../machine/await-end.ts";
import { sendSignal } from "../send-signal.ts";

/**
 * Ends every process that has this word in its command line, and waits for that. Bubblewrap takes its namespace with it
 * when it is ended, but not in the moment in which it makes one.
 */
export async function endLeftovers(word: string): Promise<void> {
  const left = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && commandLine(pid).includes(word));
  for (const pid of left) sendSignal(pid, "SIGKILL");
  await Promise.all(left.map(awaitEnd));
}

/** Nothing when the process has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

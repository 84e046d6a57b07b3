import { readdirSync, readFileSync } from "node:fs";
import { awaitEnd } from "../machine/await-end.ts";
import { sendSignal } from "../send-signal.ts";

/**
 * Kills every process with this word in its command line, and waits for them to end. Killing bubblewrap kills
 * its namespace, except at the moment it creates one.
 */
export async function endLeftovers(word: string): Promise<void> {
  const left = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && commandLine(pid).includes(word));
  for (const pid of left) sendSignal(pid, "SIGKILL");
  await Promise.all(left.map(awaitEnd));
}

/** Empty if the process has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

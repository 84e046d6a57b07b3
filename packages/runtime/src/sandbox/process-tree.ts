import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../clock.ts";
import { runtimeLimits } from "../limits.ts";

/**
 * Sends a signal to a process, or to a group if the number is negative. Returns false if the target no longer
 * exists.
 */
export function sendSignal(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // ESRCH: no such process. EPERM: macOS reports it for a group whose members have all exited, Linux for a
    // group taken over by sudo.
    const codes = target < 0 ? ["ESRCH", "EPERM"] : ["ESRCH"];
    if (error instanceof Error && "code" in error && codes.includes(String(error.code))) return false;
    throw error;
  }
}

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

/**
 * Waits until the first process of a namespace has ended; the kernel ends it after all others. Bubblewrap
 * itself may exit earlier if the program left processes behind.
 */
export async function waitForExit(firstProcess: number): Promise<void> {
  const deadline = systemClock.elapsed() + runtimeLimits.stopGraceMs;
  while (isAlive(firstProcess) && systemClock.elapsed() < deadline) await pause(1);
}

function isAlive(pid: number): boolean {
  try {
    // `123 (a name) S …`, where Z and X mean that it has ended but was not reaped.
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^ [ZX]/.test(status.slice(status.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}

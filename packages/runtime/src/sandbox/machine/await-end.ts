import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../clock.ts";
import { runtimeLimits } from "../../limits.ts";

/**
 * Waits until the first process of a namespace has ended; the kernel ends it after all others. Bubblewrap
 * itself may exit earlier if the program left processes behind.
 */
export async function awaitEnd(firstProcess: number): Promise<void> {
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

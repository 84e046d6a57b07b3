import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../clock.ts";
import { runtimeLimits } from "../../limits.ts";

/**
 * Waits until the first process of a namespace has ended, which the system lets it do after all others. Bubblewrap goes
 * before them when the program has left some behind.
 */
export async function awaitEnd(firstProcess: number): Promise<void> {
  const deadline = systemClock.elapsed() + runtimeLimits.stopGraceMs;
  while (isAlive(firstProcess) && systemClock.elapsed() < deadline) await pause(1);
}

function isAlive(pid: number): boolean {
  try {
    // `123 (a name) S …`, where Z and X say that it has ended and nobody has asked how.
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^ [ZX]/.test(status.slice(status.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}

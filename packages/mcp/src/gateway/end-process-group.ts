import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { runtimeLimits } from "@skillwright/runtime";

/**
 * Ends a process that leads its own group, with the whole group: first by closing its input, as MCP requires,
 * then with signals. A process that left the group may live on, but holds none of our pipes.
 */
export async function endProcessGroup(child: ChildProcess): Promise<void> {
  const { pid, stdout, stderr } = child;
  // Only when both are closed has everything been read: a server's last output explains its end.
  const isOver = (): boolean => stdout?.closed !== false && stderr?.closed !== false && !signalGroup(pid, 0);
  child.stdin?.end();
  const isEnded = (await isSoon(isOver)) || (signalGroup(pid, "SIGTERM") && (await isSoon(isOver)));
  if (!isEnded) signalGroup(pid, "SIGKILL");
  for (const stream of child.stdio) stream?.destroy();
}

async function isSoon(isSo: () => boolean): Promise<boolean> {
  const late = AbortSignal.timeout(runtimeLimits.stopGraceMs);
  while (!isSo()) {
    if (late.aborted) return false;
    await pause(betweenLooksMs);
  }
  return true;
}

/** There is no event for the end of a group. */
const betweenLooksMs = 20;

/** False if the group no longer exists. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // EPERM: macOS reports it for a group whose members have all exited, Linux for another user's group.
    if (error instanceof Error && "code" in error && ["ESRCH", "EPERM"].includes(String(error.code)))
      return false;
    throw error;
  }
}

import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { runtimeLimits } from "@skillwright/runtime";

/**
 * Ends a process that was started in a group of its own, and all of that group: first by the end of its input, as MCP wants it,
 * then with signals. Whoever has left the group may live on, but holds none of our pipes.
 */
export async function endProcessGroup(child: ChildProcess): Promise<void> {
  const { pid, stdout, stderr } = child;
  // Only when both are closed has everything been read: its last words say why a server ended.
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

/** Nobody is told of the end of a whole group. */
const betweenLooksMs = 20;

/** False when nobody of the group is there any more. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // EPERM: macOS says so of a group whose members have all ended, Linux of one that is another user's.
    if (error instanceof Error && "code" in error && ["ESRCH", "EPERM"].includes(String(error.code)))
      return false;
    throw error;
  }
}

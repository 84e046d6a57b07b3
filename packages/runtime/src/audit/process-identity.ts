import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The identity of this process, in a form that other processes on the same machine can check. */
export function identifyProcess(): string {
  return [place(), process.pid, startOf(process.pid) ?? ""].join(separator);
}

/**
 * Whether the process of an identity has certainly ended. A process on another machine or container cannot be
 * checked from here and counts as alive.
 */
export function isGone(identity: string): boolean {
  const [where, pidText = "", start] = identity.split(separator);
  const pid = Number(pidText);
  if (where !== place() || !Number.isSafeInteger(pid) || pid <= 0) return false;
  if (!isRunning(pid)) return true;
  // Pids are reused, in containers soon: only the same start time is the same process.
  return start !== "" && startOf(pid) !== start;
}

const separator = "|";

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/** Pids are meaningful only on one machine and, on Linux, in one namespace. */
function place(): string {
  return `${hostname()}/${orUndefined(() => readlinkSync("/proc/self/ns/pid")) ?? ""}`;
}

/** When a process started, in ticks since boot; undefined off Linux. */
function startOf(pid: number): string | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // The program's name is in parentheses and may contain any; the start time is the twentieth field after it.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function orUndefined(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** The system's error code; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

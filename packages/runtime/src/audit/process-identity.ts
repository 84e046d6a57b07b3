import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Who this process is, in a form that another process on the same machine can check. */
export function identifyProcess(): string {
  return [place(), process.pid, startOf(process.pid) ?? ""].join(separator);
}

/**
 * Whether the process of an identity is surely gone. One of another machine or container cannot be judged from here, so it
 * counts as living.
 */
export function isGone(identity: string): boolean {
  const [where, pidText = "", start] = identity.split(separator);
  const pid = Number(pidText);
  if (where !== place() || !Number.isSafeInteger(pid) || pid <= 0) return false;
  if (!isRunning(pid)) return true;
  // Process numbers are used again, in containers soon: only the same start is the same process.
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

/** Process numbers mean something only on one machine and, on Linux, in one namespace. */
function place(): string {
  return `${hostname()}/${orUndefined(() => readlinkSync("/proc/self/ns/pid")) ?? ""}`;
}

/** When a process began, in ticks since the machine did; undefined where Linux does not say. */
function startOf(pid: number): string | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // The name of the program stands in parentheses and may hold any; the start is the twentieth field after it.
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

/** The system's name for what went wrong; undefined for errors of another origin. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

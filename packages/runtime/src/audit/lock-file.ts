import { mkdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { systemClock } from "../clock.ts";

/**
 * A lock between processes: a symbolic link whose target names its holder. Creating one is atomic, fails if it
 * exists, and never shows a lock without a holder.
 */
export type LockFile = {
  /** Takes the lock and returns undefined, or returns the identity of its holder. */
  take(): string | undefined;
  release(): void;
};

export function createLockFile(path: string): LockFile {
  const self = identifyProcess();
  return { take: () => take(path, self, takeovers), release: () => unlinkSync(path) };
}

/** A holder may be killed, and so may be the one who takes over its lock, and the next one. */
const takeovers = 3;

function take(path: string, self: string, depth: number): string | undefined {
  const holder = make(path, self);
  if (holder === undefined || depth === 0 || !isGone(holder)) return holder;
  removeStale(path, self, depth);
  return make(path, self);
}

function make(path: string, self: string): string | undefined {
  try {
    symlinkSync(self, path);
    return undefined;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return holderOf(path);
  }
}

/** The lock's holder; empty if it was just released or is not ours. */
function holderOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EINVAL") return "";
    throw error;
  }
}

/**
 * Removes the lock of a dead process. Requires a second lock and checks again under it, so that no two
 * processes take over the same lock and none removes a lock that was just taken.
 */
function removeStale(path: string, self: string, depth: number): void {
  const guard = `${path}.takeover`;
  if (take(guard, self, depth - 1) !== undefined) return;
  try {
    if (isGone(holderOf(path))) unlinkSync(path);
  } finally {
    unlinkSync(guard);
  }
}

/** Runs synchronous work with the lock held, immediately if it is free, else as soon as it is. */
export type WithLock = (work: () => void) => Promise<void>;

/** Creates the error for a file that other processes have locked for too long. */
type ToLockError = (file: string, reason: string) => SkillError;

/** The lock of a log or another file, with a wait of at most `waitMs`. */
export function createLocking(file: string, waitMs: number, toError: ToLockError = toAuditError): WithLock {
  const path = `${file}.lock`;
  const lock = createLockFile(path);
  return async (work) => {
    let holder = takeInFolder(lock, file);
    const started = systemClock.elapsed();
    for (let delay = 1; holder !== undefined; delay = Math.min(2 * delay, longestDelay)) {
      if (systemClock.elapsed() - started > waitMs) {
        const reason = `it is locked by another process (${holder}); if that process is gone, remove ${path}`;
        throw toError(file, reason);
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
      holder = lock.take();
    }
    try {
      work();
    } finally {
      lock.release();
    }
  };
}

/** A holder needs well under a millisecond; longer waits only help with a slow disk. */
const longestDelay = 16;

function toAuditError(path: string, reason: string): SkillError {
  return new SkillError("audit-unavailable", { path, reason });
}

function takeInFolder(lock: LockFile, file: string): string | undefined {
  try {
    return lock.take();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return lock.take();
  }
}

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

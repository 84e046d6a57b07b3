import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
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
  /** Removes what a lock keeps beside it when it is taken often. Call it when nobody of this process holds the lock. */
  close(): void;
};

export function createLockFile(path: string): LockFile {
  const self = identifyProcess();
  let releases = 0;
  /** Another name for this process's link. */
  let spare: string | undefined;
  const link = (): void => {
    if (spare === undefined || !tryLink(spare, path)) symlinkSync(self, path);
  };
  return {
    take: () => take(path, { self, make: () => orHolder(path, link) }, takeovers),
    release: () => {
      releases++;
      if (releases === manyReleases) spare = keepSpare(path);
      else unlinkSync(path);
    },
    close: () => {
      if (spare !== undefined) rmSync(spare, { force: true });
      spare = undefined;
    },
  };
}

/**
 * From then on a process keeps its link. A new link needs an inode, and where many are in use ext4 takes up to 0.3 ms to find
 * a free one; a second name for a link that exists needs none and takes 5 µs.
 */
const manyReleases = 8;

/** Gives up the lock by renaming its link. Only on Linux do other names for a link not follow it. */
function keepSpare(path: string): string | undefined {
  try {
    if (process.platform === "linux") {
      removeStaleSpares(path);
      const spare = `${path}${spareMark}${systemClock.createId()}`;
      renameSync(path, spare);
      return spare;
    }
  } catch (error) {
    // Such as a full disk: the lock must be released all the same.
    if (codeOf(error) === undefined) throw error;
  }
  unlinkSync(path);
  return undefined;
}

const spareMark = ".spare-";

function removeStaleSpares(path: string): void {
  const start = `${basename(path)}${spareMark}`;
  for (const name of readdirSync(dirname(path)).filter((name) => name.startsWith(start))) {
    const spare = join(dirname(path), name);
    if (isGone(holderOf(spare))) rmSync(spare, { force: true });
  }
}

/** False if the spare was removed by somebody, or the file system has no second names. */
function tryLink(spare: string, path: string): boolean {
  try {
    linkSync(spare, path);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined || codeOf(error) === "EEXIST") throw error;
    return false;
  }
}

/** Who takes a lock, and how it makes the link. `make` returns the holder's identity if there is one. */
type Taker = { readonly self: string; readonly make: () => string | undefined };

/** A holder may be killed, and so may be the one who takes over its lock, and the next one. */
const takeovers = 3;

function take(path: string, taker: Taker, depth: number): string | undefined {
  const holder = taker.make();
  if (holder === undefined || depth === 0 || !isGone(holder)) return holder;
  removeStale(path, taker.self, depth);
  return taker.make();
}

function make(path: string, self: string): string | undefined {
  return orHolder(path, () => symlinkSync(self, path));
}

/** Undefined if the link could be made, else the holder of the lock. */
function orHolder(path: string, link: () => void): string | undefined {
  try {
    link();
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
  if (take(guard, { self, make: () => make(guard, self) }, depth - 1) !== undefined) return;
  try {
    if (isGone(holderOf(path))) unlinkSync(path);
  } finally {
    unlinkSync(guard);
  }
}

/** Runs synchronous work with the lock held, immediately if it is free, else as soon as it is. */
export type WithLock = (work: () => void) => Promise<void>;

export type Locking = Pick<LockFile, "close"> & { readonly withLock: WithLock };

/** Creates the error for a file that other processes have locked for too long. */
type ToLockError = (file: string, reason: string) => SkillError;

/** The lock of a log or another file, with a wait of at most `waitMs`. */
export function createLocking(file: string, waitMs: number, toError: ToLockError = toAuditError): Locking {
  const path = `${file}.lock`;
  const lock = createLockFile(path);
  const withLock: WithLock = async (work) => {
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
  return { withLock, close: lock.close };
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

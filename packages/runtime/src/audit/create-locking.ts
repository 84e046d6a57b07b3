import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { systemClock } from "../clock.ts";
import { createLockFile, type LockFile } from "./lock-file.ts";
import { codeOf } from "./process-identity.ts";

/** Runs synchronous work with the lock held, immediately if it is free, else as soon as it is. */
export type WithLock = (work: () => void) => Promise<void>;

/** Creates the error for a file that other processes have locked for too long. */
export type ToLockError = (file: string, reason: string) => SkillError;

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

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { systemClock } from "../clock.ts";
import { createLockFile, type LockFile } from "./lock-file.ts";
import { codeOf } from "./process-identity.ts";

/** Does something with the lock held: at once when it is free, else as soon as it is. The work itself cannot wait. */
export type WithLock = (work: () => void) => Promise<void>;

/** Why a file cannot be used that others have locked for too long. */
export type ToLockError = (file: string, reason: string) => SkillError;

/** The lock of a log or another file, waited for no longer than `waitMs`. */
export function createLocking(file: string, waitMs: number, toError: ToLockError = toAuditError): WithLock {
  const path = `${file}.lock`;
  const lock = createLockFile(path);
  return async (work) => {
    let holder = takeInFolder(lock, file);
    const started = systemClock.elapsed();
    for (let delay = 1; holder !== undefined; delay = Math.min(2 * delay, longestDelay)) {
      if (systemClock.elapsed() - started > waitMs) {
        const reason = `it is locked by another process (${holder}); if that is gone, remove ${path}`;
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

/** A holder needs well under a millisecond; longer sleeps only when a disk is slow. */
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

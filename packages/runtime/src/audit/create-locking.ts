import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import { systemClock } from "../clock.ts";
import { createLockFile, type LockFile } from "./lock-file.ts";
import { codeOf } from "./process-identity.ts";

/** Does something with the lock held: at once when it is free, else as soon as it is. The work itself cannot wait. */
export type WithLock = (work: () => void) => Promise<void>;

/** The lock of a log, waited for no longer than `waitMs`. */
export function createLocking(log: string, waitMs: number): WithLock {
  const path = `${log}.lock`;
  const lock = createLockFile(path);
  return async (work) => {
    let holder = takeInFolder(lock, log);
    const started = systemClock.elapsed();
    for (let delay = 1; holder !== undefined; delay = Math.min(2 * delay, longestDelay)) {
      if (systemClock.elapsed() - started > waitMs) {
        const reason = `it is locked by another process (${holder}); if that is gone, remove ${path}`;
        throw new SkillError("audit-unavailable", { path: log, reason });
      }
      await sleep(delay);
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

function takeInFolder(lock: LockFile, log: string): string | undefined {
  try {
    return lock.take();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
    return lock.take();
  }
}

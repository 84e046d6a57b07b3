import { readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { codeOf, identifyProcess, isGone } from "./process-identity.ts";

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

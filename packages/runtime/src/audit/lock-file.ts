import { readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { codeOf, identifyProcess, isGone } from "./process-identity.ts";

/**
 * A lock between processes: a link whose target names its holder. Making one is a single step, fails when it is there, and
 * nobody ever sees it without a holder.
 */
export type LockFile = {
  /** Takes the lock at once and answers with undefined, or with the identity of who has it. */
  take(): string | undefined;
  release(): void;
};

export function createLockFile(path: string): LockFile {
  const self = identifyProcess();
  return { take: () => take(path, self, takeovers), release: () => unlinkSync(path) };
}

/** A holder may be killed, and so may be who takes its lock over, and who takes over from that one. */
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

/** Who has the lock; an empty name when it was released just now, or is nothing that we made. */
function holderOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EINVAL") return "";
    throw error;
  }
}

/**
 * Removes the lock of a process that is gone. Only who has a second lock may do that, and looks once more under it: so no
 * two take the same lock over, and none removes the lock of one who just did.
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

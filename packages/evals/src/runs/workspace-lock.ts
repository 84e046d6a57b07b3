import { mkdir } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { attemptOn, toFileError } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { createLockFile } from "@skillwright/runtime";
import { evalsLimits } from "../limits.ts";

/** Runs `work` while holding the workspace lock. A lock of a dead process is ignored. */
export async function withWorkspaceLock<Value>(
  workspace: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await mkdir(workspace, { recursive: true }).catch((error: unknown) => {
    throw toFileError(workspace, error);
  });
  const path = `${workspace}/.lock`;
  const lock = createLockFile(path);
  const holder = attemptOn(path, () => lock.take());
  if (holder !== undefined) {
    // The lock file is untrusted text.
    const who = /\|(\d+)\|/.exec(holder)?.[1] ?? printable(holder.slice(0, evalsLimits.evidenceCharacters));
    const reason = `process ${who} is running evals there; if it no longer exists, remove ${path}`;
    throw new SkillError("file-unreadable", { path: workspace, reason });
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

import { mkdir } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { attemptOn, toFileError } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { createLockFile } from "@skillwright/runtime";
import { evalsLimits } from "../limits.ts";

/** Does something in a workspace that no other process may write to meanwhile. What was locked by one that is gone is free. */
export async function withWorkspace<Value>(workspace: string, work: () => Promise<Value>): Promise<Value> {
  await mkdir(workspace, { recursive: true }).catch((error: unknown) => {
    throw toFileError(workspace, error);
  });
  const path = `${workspace}/.lock`;
  const lock = createLockFile(path);
  const holder = attemptOn(path, () => lock.take());
  if (holder !== undefined) {
    // Anybody can have written it.
    const who = /\|(\d+)\|/.exec(holder)?.[1] ?? printable(holder.slice(0, evalsLimits.evidenceCharacters));
    const reason = `other evals are writing there, process ${who}; if that is gone, remove ${path}`;
    throw new SkillError("file-unreadable", { path: workspace, reason });
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

import { lstatSync, opendirSync, rmSync } from "node:fs";
import { codeOf } from "../audit/lock-file.ts";
import { agentHooksLimits } from "./limits.ts";

/** Removes the state of sessions unused for a long time, looking at a bounded number. */
export function sweepSessions(folder: string, nowMs: number): void {
  try {
    for (const name of listSome(folder)) {
      if (!ours.test(name)) continue;
      const path = `${folder}/${name}`;
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found !== undefined && !found.isDirectory() && nowMs - found.mtimeMs > agentHooksLimits.guardIdleMs)
        rmSync(path, { force: true });
    }
  } catch (error) {
    // What cannot be removed now waits for the next time; it blocks no call.
    if (codeOf(error) === undefined) throw error;
  }
}

/** A state file, its lock, and an interrupted write. */
const ours = /^[a-z-]+-[0-9a-f]{64}\.json(?:\.lock|\.lock\.takeover|\.\d+\.tmp)?$/;

function listSome(folder: string): readonly string[] {
  const directory = opendirSync(folder);
  const names: string[] = [];
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      names.push(entry.name);
      if (names.length >= agentHooksLimits.guardSweptFiles) break;
    }
    return names;
  } finally {
    directory.closeSync();
  }
}

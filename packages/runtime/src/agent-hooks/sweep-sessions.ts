import { lstatSync, opendirSync, rmSync } from "node:fs";
import { limits } from "@skillwright/core";
import { codeOf } from "../audit/process-identity.ts";

/** Removes what is left of sessions that nobody has touched for a long time; at most so many are looked at. */
export function sweepSessions(folder: string, nowMs: number): void {
  try {
    for (const name of listSome(folder)) {
      if (!ours.test(name)) continue;
      const path = `${folder}/${name}`;
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found !== undefined && !found.isDirectory() && nowMs - found.mtimeMs > limits.guardIdleMs)
        rmSync(path, { force: true });
    }
  } catch (error) {
    // What cannot be tidied up now stays for the next time; it bars no call.
    if (codeOf(error) === undefined) throw error;
  }
}

/** A state, its lock, and what a stopped process left half written. */
const ours = /^[a-z-]+-[0-9a-f]{64}\.json(?:\.lock|\.lock\.takeover|\.\d+\.tmp)?$/;

function listSome(folder: string): readonly string[] {
  const directory = opendirSync(folder);
  const names: string[] = [];
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      names.push(entry.name);
      if (names.length >= limits.guardSweptFiles) break;
    }
    return names;
  } finally {
    directory.closeSync();
  }
}

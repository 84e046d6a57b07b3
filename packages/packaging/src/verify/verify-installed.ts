import type { FileSystem } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import type { Lock, LockedSkill } from "../lock/lock.ts";
import { agentFolders, type Place, type SkillsFolder, storeFolder } from "../plan/place.ts";
import { readInstalled } from "../plan/read-installed.ts";
import type { FolderState } from "../plan/snapshot.ts";
import type { LockedProblem } from "./locked-check.ts";
import { waitingFiles } from "./waiting-files.ts";

export type VerifiedStatus = "ok" | "modified" | "missing" | "extra" | "unsigned" | "revoked";

export type VerifiedSkill = {
  readonly name: string;
  /** The gravest that applies: revoked, missing, modified, extra, unsigned, ok. */
  readonly status: VerifiedStatus;
  /** The files that are not as locked, of the stored copy and of copies in agents' folders, by absolute path. */
  readonly files: readonly VerifiedFile[];
  /** Why it is revoked or unsigned. */
  readonly reason?: string;
  /** Those of the files that wait to be merged into the user's by hand, since an update could not; absent if there are none. */
  readonly conflicts?: readonly string[];
};

export type VerifiedFile = { readonly path: string; readonly status: "modified" | "missing" | "extra" };

export type VerifyOptions = {
  readonly place: Place;
  /** The agents' folders to look into; those of all known agents if absent. */
  readonly folders?: readonly SkillsFolder[];
  /** What policies have against skills, by name; see `findLockedProblem`. */
  readonly problems?: ReadonlyMap<string, LockedProblem>;
};

/** Hashes what is installed and compares it with the lock: stored copies, copies for agents, and where their links lead. */
export function verifyInstalled(
  lock: Lock,
  fs: FileSystem,
  options: VerifyOptions,
): readonly VerifiedSkill[] {
  const { place } = options;
  const folders = (options.folders ?? agentFolders(place)).filter(({ path }) => fs.stat(path) !== undefined);
  const states = readInstalled(fs, { place, lock, folders });
  const store = storeFolder(place);
  const realStore = states.get(store);
  const leadsTo = realStore?.kind === "link" ? realStore.leadsTo : undefined;
  return lock.skills.map((locked) => {
    const path = `${store}/${locked.name}`;
    const files = compareState(path, states.get(path), locked);
    for (const folder of folders) {
      const at = `${folder.path}/${locked.name}`;
      const state = states.get(at);
      if (state === undefined || state.kind === "missing") continue;
      if (state.kind === "link" && state.leadsTo === `${leadsTo}/${locked.name}`) continue;
      files.push(...compareState(at, state, locked));
    }
    const problem = options.problems?.get(locked.name);
    const status = statusOf(files, problem);
    const reason = problem?.status === status ? problem.reason : undefined;
    const waiting = waitingFiles({
      changed: files.filter((file) => file.status !== "extra").map((file) => file.path),
      extras: files.filter((file) => file.status === "extra").map((file) => file.path),
    });
    const conflicts = waiting.length === 0 ? undefined : waiting;
    return { name: locked.name, status, files, ...compact({ reason, conflicts }) };
  });
}

/** A link that leads elsewhere is a modification of what was put there. */
function compareState(path: string, state: FolderState | undefined, { files }: LockedSkill): VerifiedFile[] {
  if (state === undefined || state.kind === "missing") return [{ path, status: "missing" }];
  if (state.kind !== "folder")
    return [{ path, status: state.kind === "link" && state.leadsTo === undefined ? "missing" : "modified" }];
  const different: VerifiedFile[] = state.extras.map((extra) => ({
    path: `${path}/${extra}`,
    status: "extra",
  }));
  for (const [file, hash] of Object.entries(files)) {
    const found = state.files.get(file);
    if (found?.hash === hash) continue;
    different.push({ path: `${path}/${file}`, status: found ? "modified" : "missing" });
  }
  return different.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function statusOf(files: readonly VerifiedFile[], problem: LockedProblem | undefined): VerifiedStatus {
  if (problem?.status === "revoked") return "revoked";
  for (const status of ["missing", "modified", "extra"] as const)
    if (files.some((file) => file.status === status)) return status;
  return problem?.status ?? "ok";
}

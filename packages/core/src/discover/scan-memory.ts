import type { FileSystem } from "../fs/file-system.ts";
import { attempt } from "./attempt.ts";
import { isUnchanged } from "./discover-skill.ts";
import type { DiscoveredSkill } from "./discovered-skill.ts";
import { isInside } from "./layout.ts";

/** What a folder held when it was listed: the folders in it that may hold skills, and the links. */
export type FolderMemory = {
  readonly changedMs: number;
  /** It is a skill itself, which is remembered as one too. */
  readonly isSkill: boolean;
  readonly children: readonly string[];
  readonly links: readonly string[];
};

/** What an earlier scan saw, so that the next one reads only what has changed. */
export type ScanMemory = {
  /** When the scan began; what changed about that time is looked at again. */
  readonly takenMs: number;
  /** By the skill's directory. */
  readonly skills: ReadonlyMap<string, DiscoveredSkill>;
  /** By the folder's path. */
  readonly folders: ReadonlyMap<string, FolderMemory>;
  /** There was nothing else: no broken skill, no link, no ignore file that would have to be looked at again. */
  readonly isComplete: boolean;
};

/** Clocks of file systems tick in steps, some of two seconds: a second change inside one step leaves no trace. */
const clockStepMs = 2000;

/** How much of a memory still holds. */
export type Recollection = {
  readonly fs: FileSystem;
  readonly memory?: ScanMemory | undefined;
  /** What may have changed, when somebody has watched; all the rest is taken as it was. */
  readonly suspects?: readonly string[] | undefined;
};

/** Whether everything is as it was: the common case, and much cheaper to tell than to walk the folders again. */
export function isAllUnchanged(fs: FileSystem, memory: ScanMemory): boolean {
  const { folders, skills, isComplete } = memory;
  if (!isComplete || folders.size === 0) return false;
  for (const path of folders.keys()) if (!recallFolder({ fs, memory }, path)) return false;
  for (const skill of skills.values()) if (!isStillKnown(fs, memory, skill)) return false;
  return true;
}

/** A folder as remembered, when it has not changed since. */
export function recallFolder(recollection: Recollection, path: string): FolderMemory | undefined {
  const { fs, memory } = recollection;
  const known = memory?.folders.get(path);
  if (memory === undefined || known === undefined) return undefined;
  if (!isSuspect(recollection, path)) return known;
  if (isTooRecent(memory, known.changedMs)) return undefined;
  return attempt(() => fs.stat(path)?.changedMs) === known.changedMs ? known : undefined;
}

/** A skill as remembered, when it has not changed since. */
export function recallSkill(recollection: Recollection, directory: string): DiscoveredSkill | undefined {
  const { fs, memory } = recollection;
  const known = memory?.skills.get(directory);
  if (memory === undefined || known === undefined) return undefined;
  if (!isSuspect(recollection, directory)) return known;
  return isStillKnown(fs, memory, known) ? known : undefined;
}

function isStillKnown(fs: FileSystem, memory: ScanMemory, skill: DiscoveredSkill): boolean {
  if (isTooRecent(memory, skill.changedMs) || isTooRecent(memory, skill.sidecarChangedMs)) return false;
  return isUnchanged(fs, skill);
}

function isSuspect({ suspects }: Recollection, path: string): boolean {
  return suspects === undefined || suspects.some((one) => isInside(path, one) || isInside(one, path));
}

function isTooRecent({ takenMs }: ScanMemory, changedMs: number): boolean {
  return changedMs > takenMs - clockStepMs;
}

import type { FileSystem } from "../fs/file-system.ts";
import { attempt } from "./attempt.ts";
import { isUnchanged } from "./discover-skill.ts";
import type { DiscoveredSkill } from "./discovered-skill.ts";
import { isInside } from "./layout.ts";

/** What a folder held when it was listed: the folders in it that may hold skills, and the links. */
export type FolderMemory = {
  readonly listedMs: number;
  readonly changedMs: number;
  /** It is a skill itself, which is remembered as one too. */
  readonly isSkill: boolean;
  readonly children: readonly string[];
  readonly links: readonly string[];
};

/** What an earlier scan saw, so that the next one reads only what has changed. */
export type ScanMemory = {
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
  for (const skill of skills.values()) if (!isStillKnown(fs, skill)) return false;
  return true;
}

/**
 * What is remembered of a folder and still holds: the skill that it is, if it is one, and what lies in it, if that was
 * looked at. Undefined when the skill has changed, or may have become one: a folder is recalled only together with its
 * skill.
 */
export function recall(
  recollection: Recollection,
  path: string,
): { readonly skill?: DiscoveredSkill; readonly folder?: FolderMemory } | undefined {
  const known = recollection.memory?.skills.get(path);
  const skill = known && recallSkill(recollection, known);
  if (known && !skill) return undefined;
  const folder = recallFolder(recollection, path);
  const isSame = folder?.isSkill === (skill !== undefined);
  if (!skill) return folder && isSame ? { folder } : undefined;
  return folder && isSame ? { skill, folder } : { skill };
}

function recallFolder(recollection: Recollection, path: string): FolderMemory | undefined {
  const { fs, memory } = recollection;
  const known = memory?.folders.get(path);
  if (known === undefined || !isSuspect(recollection, path)) return known;
  if (isTooSoon(known.listedMs, known.changedMs)) return undefined;
  return attempt(() => fs.stat(path)?.changedMs) === known.changedMs ? known : undefined;
}

function recallSkill(recollection: Recollection, known: DiscoveredSkill): DiscoveredSkill | undefined {
  if (!isSuspect(recollection, known.directory)) return known;
  return isStillKnown(recollection.fs, known) ? known : undefined;
}

function isStillKnown(fs: FileSystem, skill: DiscoveredSkill): boolean {
  return !isReadTooSoon(skill) && isUnchanged(fs, skill);
}

/** Whether a skill was read so soon after a change that another one may have followed unnoticed. */
export function isReadTooSoon({ readMs, changedMs }: DiscoveredSkill): boolean {
  return isTooSoon(readMs, changedMs);
}

function isTooSoon(lookedMs: number, changedMs: number): boolean {
  return changedMs > lookedMs - clockStepMs;
}

function isSuspect({ suspects }: Recollection, path: string): boolean {
  return suspects === undefined || suspects.some((one) => isInside(path, one) || isInside(one, path));
}

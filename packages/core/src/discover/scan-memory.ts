import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { isInside } from "../path/path.ts";
import { isUnchanged } from "./discover-skill.ts";
import type { DiscoveredSkill } from "./discovered-skill.ts";
import type { FolderListing } from "./walk-skills.ts";

/** The result of an earlier scan, so that the next one reads only what changed. */
export type ScanMemory = {
  /** By the skill's directory. */
  readonly skills: ReadonlyMap<string, DiscoveredSkill>;
  /** By the folder's path. */
  readonly folders: ReadonlyMap<string, FolderListing>;
  /** Nothing else needs another look: no broken skill, link or ignore file. */
  readonly isComplete: boolean;
};

/** File-system clocks tick in steps of up to two seconds: a second change within one step leaves no trace. */
const clockStepMs = 2000;

/** A memory and what may have changed since. */
export type Recollection = {
  readonly fs: FileSystem;
  readonly memory?: ScanMemory | undefined;
  /** Paths that may have changed, from a watcher; everything else is assumed unchanged. */
  readonly suspects?: readonly string[] | undefined;
};

/** Whether nothing changed: the common case, and much cheaper to detect than another walk. */
export function isAllUnchanged(fs: FileSystem, memory: ScanMemory): boolean {
  const { folders, skills, isComplete } = memory;
  if (!isComplete || folders.size === 0) return false;
  for (const path of folders.keys()) if (!recallFolder({ fs, memory }, path)) return false;
  for (const skill of skills.values()) if (!isStillKnown(fs, skill)) return false;
  return true;
}

/**
 * What is remembered of a folder and still valid: its skill, if it is one, and its listing, if it was listed.
 * Undefined when its skill changed or it may have become one: a folder is recalled only together with its skill.
 */
export function recall(
  recollection: Recollection,
  path: string,
): { readonly skill?: DiscoveredSkill; readonly listing?: FolderListing } | undefined {
  const known = recollection.memory?.skills.get(path);
  const skill = known && recallSkill(recollection, known);
  if (known && !skill) return undefined;
  const listing = recallFolder(recollection, path);
  const isSame = listing?.isSkill === (skill !== undefined);
  if (!skill) return listing && isSame ? { listing } : undefined;
  return listing && isSame ? { skill, listing } : { skill };
}

function recallFolder(recollection: Recollection, path: string): FolderListing | undefined {
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

/** Whether a skill was read so soon after a change that a further change may have gone unnoticed. */
export function isReadTooSoon({ readMs, changedMs }: DiscoveredSkill): boolean {
  return isTooSoon(readMs, changedMs);
}

function isTooSoon(lookedMs: number, changedMs: number): boolean {
  return changedMs > lookedMs - clockStepMs;
}

function isSuspect({ suspects }: Recollection, path: string): boolean {
  return suspects === undefined || suspects.some((one) => isInside(path, one) || isInside(one, path));
}

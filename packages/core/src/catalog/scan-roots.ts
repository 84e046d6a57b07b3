import { discoverSkill } from "../discover/discover-skill.ts";
import type { DiscoveredSkill, SkillRoot } from "../discover/discovered-skill.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import { type RootScan, scanRoot } from "../discover/scan-root.ts";
import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { baseName, isInside } from "../path/path.ts";

/** The latest scan of each root, by its path. */
export type Scans = ReadonlyMap<string, RootScan>;

export type ScanRequest = {
  readonly fs: FileSystem;
  readonly roots: readonly SkillRoot[];
  readonly nowMs: number;
  /** Earlier scans, by the root's path. */
  readonly memories: ReadonlyMap<string, ScanMemory>;
  /** Paths that may have changed since; everything when absent. */
  readonly paths?: readonly string[] | undefined;
};

/** Scans every root, reading only what changed since the last scan, in this process or an earlier one. */
export function scanRoots({ fs, roots, nowMs, memories, paths }: ScanRequest): Scans {
  const isCovered = createCover(fs, roots);
  return new Map(
    roots.map((root) => {
      const memory = memories.get(root.path);
      return [root.path, scanRoot(fs, root, { nowMs, memory, suspects: paths, isCovered })];
    }),
  );
}

function createCover(
  fs: FileSystem,
  roots: readonly SkillRoot[],
): (realPath: string, owner?: SkillRoot) => boolean {
  let known: readonly (readonly [real: string, root: SkillRoot])[] | undefined;
  return (path, owner) => {
    known ??= roots.flatMap((root) => {
      const real = attempt(() => fs.realPath(root.path));
      return real === undefined ? [] : [[real, root] as const];
    });
    return known.some(([real, root]) => isInside(real, path) && (!owner || hasSameOwner(root, owner)));
  };
}

/** Whether the skills of two roots belong to the same user, project or package. */
export function hasSameOwner(a: SkillRoot, b: SkillRoot): boolean {
  return a.scope === b.scope && a.project === b.project && a.package === b.package;
}

/** Whether two scans have the same content. */
export function isSameScan(a: ScanMemory | undefined, b: ScanMemory): boolean {
  if (a?.skills === b.skills && a.folders === b.folders) return true;
  if (a === undefined || a.skills.size !== b.skills.size || a.folders.size !== b.folders.size) return false;
  for (const [path, skill] of b.skills) if (a.skills.get(path) !== skill) return false;
  for (const [path, folder] of b.folders)
    if (a.folders.get(path)?.changedMs !== folder.changedMs) return false;
  return true;
}

/** Skills that were read again, by directory. */
type Edits = ReadonlyMap<string, DiscoveredSkill>;

type RereadRequest = {
  readonly fs: FileSystem;
  readonly memories: ReadonlyMap<string, ScanMemory>;
  readonly paths: readonly string[];
  readonly nowMs: number;
};

/**
 * Reads the skills around the given paths again. Undefined when a path is in no known skill, or its skill is gone or
 * broken: then a full scan is needed.
 */
export function rereadSkills({ fs, memories, paths, nowMs }: RereadRequest): Edits | undefined {
  const edits = new Map<string, DiscoveredSkill>();
  for (const path of paths) {
    const known = findSkillAround(memories, path);
    // Another SKILL.md inside a skill may be a nested skill.
    if (known === undefined || (/\/skill\.md$/i.test(path) && path !== known.file)) return undefined;
    const { root, directory, file } = known;
    const found = discoverSkill(fs, { root, directory, fileName: baseName(file), nowMs });
    if (found?.kind !== "skill") return undefined;
    edits.set(directory, found.skill);
  }
  return edits;
}

/** The innermost skill around a path. A skill's own folder does not count: it may have been removed. */
function findSkillAround(
  memories: ReadonlyMap<string, ScanMemory>,
  path: string,
): DiscoveredSkill | undefined {
  for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
    const directory = path.slice(0, slash);
    for (const { skills } of memories.values()) {
      const skill = skills.get(directory);
      if (skill) return skill;
    }
  }
  return undefined;
}

/** The memories with the edits in place. */
export function withEdits(
  memories: ReadonlyMap<string, ScanMemory>,
  edits: Edits,
): ReadonlyMap<string, ScanMemory> {
  return new Map(
    Array.from(memories, ([path, memory]) => {
      const own = [...edits].filter(([directory]) => memory.skills.has(directory));
      if (own.length === 0) return [path, memory];
      const skills = new Map(memory.skills);
      for (const [directory, skill] of own) skills.set(directory, skill);
      return [path, { ...memory, skills }];
    }),
  );
}

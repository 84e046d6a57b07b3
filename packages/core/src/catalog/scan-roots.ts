import { attempt } from "../discover/attempt.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import { type RootScan, scanRoot } from "../discover/scan-root.ts";
import type { SkillRoot } from "../discover/skill-root.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { isInside } from "../path/path.ts";

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

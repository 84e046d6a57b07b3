import { attempt } from "../discover/attempt.ts";
import { isInside } from "../discover/layout.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import { type RootScan, scanRoot } from "../discover/scan-root.ts";
import type { SkillRoot } from "../discover/skill-root.ts";
import type { FileSystem } from "../fs/file-system.ts";

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

function createCover(fs: FileSystem, roots: readonly SkillRoot[]): (realPath: string) => boolean {
  let real: readonly string[] | undefined;
  return (path) => {
    real ??= roots.flatMap((root) => attempt(() => fs.realPath(root.path)) ?? []);
    return real.some((root) => isInside(root, path));
  };
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

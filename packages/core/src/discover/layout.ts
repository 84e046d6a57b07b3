import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";

/** Folders that never contain part of a skill. */
export const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__"]);

/** A skill's resource folders; a SKILL.md in one of them is a template or a fixture. */
export const resourceFolders: ReadonlySet<string> = new Set([
  "scripts",
  "references",
  "assets",
  "tests",
  "evals",
]);

/** In any spelling: one that clients do not read must be reported, not skipped. */
export function isSkillFile(entry: DirectoryEntry): boolean {
  return entry.name.length === 8 && entry.name.toLowerCase() === "skill.md";
}

/** Whether a real path equals a folder's real path or is below it. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** The real path of a file, if it is inside a folder. */
export function resolveInside(fs: FileSystem, folder: string, path: string): string | undefined {
  const root = fs.realPath(folder);
  const real = fs.realPath(path);
  return root !== undefined && real !== undefined && isInside(root, real) ? real : undefined;
}

import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { isInside } from "../path/path.ts";

/** Folders that never contain part of a skill. */
export const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__"]);

/** Where `skillwright add` prepares skills, beside the installed ones: a killed process may leave some there, which are not installed. */
export const installationFolder = ".skillwright";

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

/** The real path of a file, if it is inside a folder. */
export function resolveInside(fs: FileSystem, folder: string, path: string): string | undefined {
  const root = fs.realPath(folder);
  const real = fs.realPath(path);
  return root !== undefined && real !== undefined && isInside(root, real) ? real : undefined;
}

/**
 * Whether a folder holds the results of evals: `SKILL-workspace` with its iterations, as the standard's evals guide
 * lays it out. The copies of skills in there are not skills to find.
 */
export function isEvalWorkspace(path: string, entries: readonly DirectoryEntry[]): boolean {
  return (
    path.endsWith("-workspace") &&
    entries.some(
      ({ name, kind }) => kind === "directory" && /^(?:iteration-\d+|skill-snapshot|triggers)$/.test(name),
    )
  );
}

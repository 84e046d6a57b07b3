import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { isInside, isSkillFile, resourceFolders, skippedFolders } from "./layout.ts";
import { discoverLimits } from "./limits.ts";

export type FindOptions = {
  /** Called with each folder's path below the root; true leaves it out. */
  readonly ignore?: (path: string) => boolean;
};

export type FoundSkill = {
  readonly directory: string;
  /** What lies in the directory, when the search has listed it. */
  readonly entries?: readonly DirectoryEntry[];
  /** The directory is a link out of the folder that was asked for; it is reported, not read. */
  readonly outside?: true;
};

/**
 * The skill directories a path stands for, in path order: a skill, its SKILL.md, or a folder of skills to any
 * depth. A path with no skill below it stands for itself, so that the missing SKILL.md is reported.
 */
export function* findSkills(fs: FileSystem, path: string, options: FindOptions = {}): Generator<FoundSkill> {
  const found = fs.stat(path);
  if (!found) throw new SkillError("file-missing", { path });
  if (found.kind !== "directory") {
    yield { directory: skillOfFile(path) };
    return;
  }
  const root = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const walk: Walk = { fs, options, root, entries: 0 };
  const folder = openFolder(walk, root, 0);
  let count = 0;
  if (folder.isSkill) yield { directory: root, entries: folder.entries };
  for (const skill of walkFolder(walk, folder)) {
    count++;
    yield skill;
  }
  if (count === 0 && !folder.isSkill) yield { directory: root };
}

type Walk = {
  readonly fs: FileSystem;
  readonly options: FindOptions;
  readonly root: string;
  entries: number;
};

function skillOfFile(path: string): string {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  if (name.toLowerCase() !== "skill.md") throw new SkillError("file-not-regular", { path });
  if (slash === -1) return ".";
  return path.slice(0, Math.max(1, slash));
}

/** Skills below a folder in the order of their paths as text: `a`, `a-b`, `a/c`. */
function* walkFolder(walk: Walk, folder: Folder): Generator<FoundSkill> {
  if (folder.depth >= limits.collectionDepth) return;
  const prefix = folder.path === "/" ? "/" : `${folder.path}/`;
  // Folders to look into once the names that come before what lies in them have been seen; the last one is next.
  const open: Folder[] = [];
  for (const entry of folder.entries) {
    const path = prefix + entry.name;
    if (!mayHoldSkills(folder, entry) || isIgnored(walk, path)) continue;
    if (open.length > 0) yield* walkAll(walk, open, path);
    if (entry.kind === "symlink") {
      if (isSkillOutside(walk, path)) yield { directory: path, outside: true };
      continue;
    }
    const child = openFolder(walk, path, folder.depth + 1);
    if (child.isSkill) yield { directory: path, entries: child.entries };
    // Most skills hold nothing but files and resources, and need no walk of their own.
    if (child.entries.some((inner) => mayHoldSkills(child, inner))) open.push(child);
  }
  yield* walkAll(walk, open);
}

/** Looks into those folders of which what lies in them comes before a path. */
function* walkAll(walk: Walk, open: Folder[], path?: string): Generator<FoundSkill> {
  for (let last = open.at(-1); last && (path === undefined || `${last.path}/` < path); last = open.at(-1)) {
    open.pop();
    yield* walkFolder(walk, last);
  }
}

function mayHoldSkills({ isSkill }: Folder, { name, kind }: DirectoryEntry): boolean {
  if (kind !== "directory" && kind !== "symlink") return false;
  return !skippedFolders.has(name) && !(isSkill && resourceFolders.has(name));
}

function isIgnored({ root, options }: Walk, path: string): boolean {
  return options.ignore?.(path.slice(root === "/" ? 1 : root.length + 1)) ?? false;
}

type Folder = {
  readonly path: string;
  readonly depth: number;
  readonly entries: readonly DirectoryEntry[];
  readonly isSkill: boolean;
};

function openFolder(walk: Walk, path: string, depth: number): Folder {
  const entries = listOrNothing(walk, path);
  walk.entries += entries.length;
  const isSkill = entries.some(isSkillFile);
  if (walk.entries <= discoverLimits.walkEntries) return { path, depth, entries, isSkill };
  throw new SkillError("walk-too-large", { path: walk.root, max: discoverLimits.walkEntries });
}

/** A folder that may not be read hides only itself. */
function listOrNothing(walk: Walk, folder: string): readonly DirectoryEntry[] {
  try {
    return walk.fs.list(folder);
  } catch (error) {
    if (error instanceof SkillError && folder !== walk.root) return [];
    throw error;
  }
}

/**
 * Links are never followed: one that stays inside is visited where it points to, so loops cannot arise, and one
 * that leaves is reported when it leads to a skill.
 */
function isSkillOutside({ fs, root }: Walk, path: string): boolean {
  try {
    const real = fs.realPath(path);
    const realRoot = fs.realPath(root);
    if (real === undefined || realRoot === undefined) return false;
    if (isInside(realRoot, real) || isInside(real, realRoot)) return false;
    return ["SKILL.md", "skill.md"].some((name) => fs.stat(`${real}/${name}`)?.kind === "file");
  } catch (error) {
    // Where this user may not look, there is no skill for this user.
    if (error instanceof SkillError) return false;
    throw error;
  }
}

import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { decodeUtf8 } from "../text/decode-utf8.ts";

export type SkillFile = {
  /** Path inside the skill, with `/`. */
  readonly path: string;
  readonly kind: "file" | "symlink" | "other";
};

/** The files that come with a skill, looked up only when a rule asks. */
export type SkillFiles = {
  /** All files, sorted; `.git`, `node_modules` and nested skills are left out. */
  all(): readonly SkillFile[];
  exists(path: string): boolean;
  isExecutable(path: string): boolean;
  /** Text of a file, undefined when it is missing, binary or over the size limit. */
  read(path: string): string | undefined;
  /** False when a path leads out of the skill, through a link or `..`, or leads nowhere. */
  staysInside(path: string): boolean;
};

export function createSkillFiles(fs: FileSystem, directory: string): SkillFiles {
  const texts = new Map<string, string | undefined>();
  let listed: readonly SkillFile[] | undefined;
  const at = (path: string): string => `${directory}/${path}`;
  const read = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, readText(fs, directory, at(path)));
    return texts.get(path);
  };
  return {
    all: () => {
      listed ??= listFiles(fs, directory);
      return listed;
    },
    exists: (path) => fs.stat(at(path)) !== undefined,
    isExecutable: (path) => fs.stat(at(path))?.executable ?? false,
    read,
    staysInside: (path) => resolveInside(fs, directory, at(path)) !== undefined,
  };
}

/** A skill that came alone, from standard input or an editor. */
export const noFiles: SkillFiles = {
  all: () => [],
  exists: () => true,
  isExecutable: () => true,
  read: () => undefined,
  staysInside: () => true,
};

const skippedFolders = new Set([".git", "node_modules", "__pycache__"]);

function listFiles(fs: FileSystem, directory: string): readonly SkillFile[] {
  const files: SkillFile[] = [];
  const visit = (folder: string, depth: number): void => {
    const entries = fs.list(folder === "" ? directory : `${directory}/${folder}`);
    // A nested skill answers for its own files.
    if (depth > 0 && entries.some((entry) => entry.name === "SKILL.md")) return;
    for (const { name, kind } of entries) {
      if (files.length >= limits.filesPerSkill) return;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind !== "directory") files.push({ path, kind });
      else if (depth < limits.skillDepth && !skippedFolders.has(name)) visit(path, depth + 1);
    }
  };
  visit("", 0);
  return files;
}

function readText(fs: FileSystem, directory: string, path: string): string | undefined {
  const real = resolveInside(fs, directory, path);
  if (real === undefined) return undefined;
  const { bytes, size } = fs.read(real, limits.bundledFileBytes);
  const text = size > limits.bundledFileBytes ? undefined : decodeUtf8(bytes);
  return text?.includes("\0") ? undefined : text;
}

/** The real path of a file, if it lies inside the skill. */
export function resolveInside(fs: FileSystem, directory: string, path: string): string | undefined {
  const root = fs.realPath(directory);
  const real = fs.realPath(path);
  if (root === undefined || real === undefined) return undefined;
  return real === root || real.startsWith(`${root}/`) ? real : undefined;
}

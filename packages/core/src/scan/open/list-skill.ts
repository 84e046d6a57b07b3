import type { LoadedSkill } from "../../discover/load-skill.ts";
import { limits } from "../../limits.ts";
import { baseName, isInside } from "../../path/path.ts";
import { createFileIndex, type FileIndex } from "./file-index.ts";

/** The files of a skill as the scanner sees them. */
export type SkillListing = {
  /** Name of the SKILL.md. */
  readonly skillFile: string;
  /** All other files that are always read, in order. */
  readonly paths: readonly string[];
  /** Folders that belong to no skill, such as `node_modules`, and those that lie too deep. */
  readonly leftOut: readonly LeftOutFolder[];
  /** Finds all of them by name; by path also those of left-out folders and of skills inside this one. */
  readonly index: FileIndex;
  /** There are more files than a skill may have. */
  readonly hasMore: boolean;
};

type LeftOutFolder = {
  readonly path: string;
  readonly files: readonly string[];
  /** So few files that they are read even if nothing refers to them. */
  readonly isSmall: boolean;
};

/** Files of left-out folders that are listed, and those of one folder that are read without a reason. */
const listedLeftOut = 400;
const smallFolder = 64;
/** Paths in texts that are looked for on the disk. */
const mostLookups = 300;

export function listSkill({ file, directory, files }: LoadedSkill): SkillListing {
  const skillFile = directory === "" ? "SKILL.md" : baseName(file);
  const all = files.all();
  const paths = all.flatMap(({ path, kind }) => (kind === "file" && path !== skillFile ? [path] : []));
  const links = all.flatMap(({ path, kind }) => (kind === "symlink" ? [path] : []));
  const leftOut: LeftOutFolder[] = [];
  let room = listedLeftOut;
  for (const path of files.leftOut()) {
    const found = listLeftOut(files, path, room);
    leftOut.push(found);
    room -= found.files.length;
  }
  const aside = [...files.leftOut(), ...files.nestedSkills()];
  let lookups = mostLookups;
  const exists = (path: string): boolean =>
    aside.some((folder) => isInside(folder, path)) && lookups-- > 0 && files.bytes(path, 1) !== undefined;
  const known = [...paths, ...links, ...leftOut.flatMap((folder) => folder.files)];
  const index = createFileIndex(known, aside.length > 0 ? exists : undefined);
  return { skillFile, paths, leftOut, index, hasMore: all.length >= limits.filesPerSkill };
}

function listLeftOut(files: LoadedSkill["files"], path: string, room: number): LeftOutFolder {
  const name = baseName(path);
  // Of a repository's data only what git runs matters.
  if (name === ".git") {
    const hooks = files
      .within(`${path}/hooks`, 40)
      .files.flatMap((hook) => (hook.path.endsWith(".sample") ? [] : [hook.path]));
    return {
      path,
      files: files.bytes(`${path}/config`, 1) ? [...hooks, `${path}/config`] : hooks,
      isSmall: false,
    };
  }
  const { files: found, isComplete } = files.within(path, room);
  return {
    path,
    files: found.flatMap((file) => (file.kind === "file" ? [file.path] : [])),
    isSmall: isComplete && found.length <= smallFolder && name !== "__pycache__",
  };
}

/** Whether a file is in a folder that was left out. */
export function isLeftOut({ leftOut }: SkillListing, path: string): boolean {
  return leftOut.some((folder) => isInside(folder.path, path));
}

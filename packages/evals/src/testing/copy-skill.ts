import { constants, type Dirent } from "node:fs";
import { copyFile, lstat, mkdir, mkdtemp, readdir, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { removeFolder } from "./remove-folder.ts";

/** A disposable copy of a skill. */
export type SkillCopy = {
  /** Absolute, links resolved; has the name of the skill's folder. */
  readonly directory: string;
  /** An empty folder next to it, for a home and temporary files. */
  readonly scratch: string;
  /** Paths of all files, relative to the skill, with `/`. */
  readonly files: ReadonlySet<string>;
  remove(): Promise<void>;
};

/** Copies a skill to a new private folder. */
export async function copySkill(directory: string): Promise<SkillCopy> {
  const skill = await attempt(directory, () => realpath(directory));
  const root = await attempt(tmpdir(), async () =>
    realpath(await mkdtemp(join(tmpdir(), "skillwright-test-"))),
  );
  // One more level, so that a skill may be called `scratch`.
  const copy = { directory: join(root, "skill", basename(skill)), scratch: join(root, "scratch") };
  const remove = (): Promise<void> => removeFolder(root);
  try {
    await mkdir(copy.scratch);
    await mkdir(copy.directory, { recursive: true });
    return { ...copy, files: await copyFiles(skill, copy.directory), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Copies a skill's files, with their executable bits, into an empty folder and returns their paths. Links
 * within the skill stay links. Links that lead out, pipes, devices, and more files or bytes than a skill may
 * have are errors. Skips `.git` and the paths in `leaveOut`.
 */
export async function copyFiles(
  from: string,
  to: string,
  leaveOut: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const isLeftOut = (path: string): boolean => path === history || leaveOut.includes(path);
  const files = new Set<string>();
  const folders = [""];
  let entriesLeft: number = limits.digestFiles;
  let bytesLeft: number = limits.digestBytes;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const place = join(from, folder);
    for (const entry of await attempt(place, () => readdir(place, { withFileTypes: true }))) {
      const path = join(folder, entry.name);
      if (isLeftOut(path)) continue;
      entriesLeft -= 1;
      if (entriesLeft < 0) throw tooLarge(from, "files and folders", limits.digestFiles);
      if (entry.isDirectory()) folders.push(path);
      else files.add(path.replaceAll(sep, "/"));
      bytesLeft -= await attempt(join(from, path), () => copyEntry(entry, { from, to, path, bytesLeft }));
    }
  }
  return files;
}

/** Present when the skill is a repository itself; not part of the skill, and often larger than it. */
const history = ".git";

type EntryPlace = {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly bytesLeft: number;
};

/** Returns the number of bytes copied. */
async function copyEntry(entry: Dirent, { from, to, path, bytesLeft }: EntryPlace): Promise<number> {
  const source = join(from, path);
  const target = join(to, path);
  if (entry.isDirectory()) await mkdir(target);
  else if (entry.isSymbolicLink()) await symlink(await targetOf(source, from), target);
  else if (!entry.isFile()) throw invalid(source, "not a regular file or folder");
  else {
    const { size } = await lstat(source);
    if (size > bytesLeft) throw tooLarge(from, "bytes", limits.digestBytes);
    // Free on file systems that share blocks between files.
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return size;
  }
  return 0;
}

/** The link's target relative to its folder, so that the copied link points into the copy. */
async function targetOf(link: string, root: string): Promise<string> {
  const target = await realpath(link).catch(() => undefined);
  if (target === undefined || !isInside(root, target) || isInside(join(root, history), target))
    throw invalid(link, "it is a link whose target is not a file or folder of the skill");
  return relative(dirname(link), target) || ".";
}

async function attempt<Value>(path: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof SkillError ? error : toFileError(path, error);
  }
}

function invalid(path: string, reason: string): SkillError {
  return new SkillError("skill-invalid", { path, reason });
}

function tooLarge(path: string, what: string, max: number): SkillError {
  return new SkillError("skill-too-large", { path, what, max });
}

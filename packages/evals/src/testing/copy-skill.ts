import { constants, type Dirent } from "node:fs";
import { copyFile, lstat, mkdir, mkdtemp, readdir, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/discover";
import { toFileError } from "@skillwright/core/node";
import { removeFolder } from "./remove-folder.ts";

/** A skill of which nothing is missed once a program has had its way with it. */
export type SkillCopy = {
  /** Absolute, links resolved; called as the skill's own folder is. */
  readonly directory: string;
  /** Beside it and empty: a home and a place for temporary files. */
  readonly scratch: string;
  /** Every file in it, by its path inside the skill, with `/`. */
  readonly files: ReadonlySet<string>;
  remove(): Promise<void>;
};

/** A copy of a skill in a new place that is private to this user, as `copyFiles` makes it. */
export async function copySkill(directory: string): Promise<SkillCopy> {
  const skill = await attempt(directory, () => realpath(directory));
  const root = await attempt(tmpdir(), async () =>
    realpath(await mkdtemp(join(tmpdir(), "skillwright-test-"))),
  );
  // One folder more, so that a skill may be called `scratch`.
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
 * Copies a skill's files into an empty folder, with their executable bits; answers with their paths. Links among them stay
 * links, within the copy. One that leads out, a pipe or a device is an error, and so are more files or bytes than a
 * skill may have. Its history, and what else is named, is left out.
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

/** The history of a skill that is a repository by itself: no part of it, and often larger than all else. */
const history = ".git";

type EntryPlace = {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly bytesLeft: number;
};

/** The number of bytes that were copied. */
async function copyEntry(entry: Dirent, { from, to, path, bytesLeft }: EntryPlace): Promise<number> {
  const source = join(from, path);
  const target = join(to, path);
  if (entry.isDirectory()) await mkdir(target);
  else if (entry.isSymbolicLink()) await symlink(await targetOf(source, from), target);
  else if (!entry.isFile()) throw invalid(source, "it is neither a file nor a folder");
  else {
    const { size } = await lstat(source);
    if (size > bytesLeft) throw tooLarge(from, "bytes", limits.digestBytes);
    // Where the disk can share blocks between files, a copy costs nothing.
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return size;
  }
  return 0;
}

/** Where a link leads, as seen from its folder, so that in the copy it leads to the copy's. */
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

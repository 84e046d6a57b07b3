import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { SkillError } from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";
import { type AnchoredFolder, type Anchoring, openFolder, splitPath, withFolder } from "./anchored-folder.ts";

export type WriteOptions = {
  /** Names a temporary file that nobody can know beforehand. */
  readonly createId: () => string;
  readonly anchor?: Anchoring;
  /** Rights of a new file, less what the user's mask takes away. */
  readonly mode?: number;
};

/**
 * Puts a file at an absolute path in which no part may be a link, making folders that are missing. A reader sees the
 * old or the new, never half; the file keeps its rights. Answers whether it is new.
 */
export function writeInside(path: string, bytes: Uint8Array, options: WriteOptions): { created: boolean } {
  const { folder, name } = splitPath(path);
  return withFolder(openOrMake(folder, options.anchor), (parent) => {
    const existing = attemptOn(path, () => lstatSync(parent.at(name), { throwIfNoEntry: false }));
    if (existing !== undefined) requireWritable(existing, path);
    const temporary = parent.at(`.${options.createId()}.tmp`);
    try {
      attemptOn(path, () => writeWhole(temporary, bytes, { kept: existing?.mode, fresh: options.mode }));
      parent.verify();
      // Puts itself in the place of a link that has come meanwhile, and does not write through it.
      attemptOn(path, () => renameSync(temporary, parent.at(name)));
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
    return { created: existing === undefined };
  });
}

function requireWritable(existing: Stats, path: string): void {
  if (existing.isSymbolicLink()) throw new SkillError("file-is-link", { path });
  // Renaming over a pipe or device would replace it.
  if (!existing.isFile()) throw new SkillError("file-not-regular", { path });
  // Renaming over a file asks only the folder; one marked read-only is meant to stay.
  if ((existing.mode & 0o222) === 0) throw new SkillError("file-forbidden", { path });
}

type Rights = { readonly kept: number | undefined; readonly fresh: number | undefined };

function writeWhole(path: string, bytes: Uint8Array, { kept, fresh = 0o666 }: Rights): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A file that others may not read must not be readable for the moment before its rights are set.
  const descriptor = openSync(path, flags, kept === undefined ? fresh : 0o600);
  try {
    for (let written = 0; written < bytes.length; )
      written += writeSync(descriptor, bytes, written, bytes.length - written);
    if (kept !== undefined) fchmodSync(descriptor, kept & 0o777);
  } finally {
    closeSync(descriptor);
  }
}

/** Only what this call made is removed, and a failure to do so must not hide why the write failed. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

function openOrMake(path: string, anchor?: Anchoring): AnchoredFolder {
  try {
    return openFolder(path, anchor);
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "file-missing" || path === "/") throw error;
  }
  const { folder, name } = splitPath(path);
  return withFolder(openOrMake(folder, anchor), (parent) => {
    attemptOn(path, () => makeFolder(parent.at(name)));
    return parent.enter(name);
  });
}

/** Another call may have made it meanwhile; what is there is looked at when it is entered. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

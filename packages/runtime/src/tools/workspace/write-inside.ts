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
  /** Names a temporary file unpredictably. */
  readonly createId: () => string;
  readonly anchor?: Anchoring;
  /** Mode of a new file, before the umask. */
  readonly mode?: number;
};

/**
 * Writes a file at an absolute path without any link in it, creating missing folders. Atomic for readers; keeps the
 * file's mode. Returns whether it is new.
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
      // Replaces a link that has appeared in the meantime instead of writing through it.
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
  // Renaming over a file needs only the folder's permission; a read-only file must stay.
  if ((existing.mode & 0o222) === 0) throw new SkillError("file-forbidden", { path });
}

type Rights = { readonly kept: number | undefined; readonly fresh: number | undefined };

function writeWhole(path: string, bytes: Uint8Array, { kept, fresh = 0o666 }: Rights): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A private file must not be readable in the moment before its mode is set.
  const descriptor = openSync(path, flags, kept === undefined ? fresh : 0o600);
  try {
    for (let written = 0; written < bytes.length; )
      written += writeSync(descriptor, bytes, written, bytes.length - written);
    if (kept !== undefined) fchmodSync(descriptor, kept & 0o777);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes only what this call created; a failure must not hide why the write failed. */
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

/** Another call may have created it in the meantime; entering it checks what it is. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

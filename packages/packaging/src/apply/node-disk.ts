import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { posix } from "node:path";
import { SkillError } from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";
import { parentFolder } from "@skillwright/core/path";
import { linkTargetOf, type TreeEntry } from "../tree/file-tree.ts";
import type { Disk, FolderLink, NewFolder, WriteFileOptions } from "./disk.ts";

/** The real disk. */
export function createNodeDisk(): Disk {
  return {
    writeTree: (folder, content) => attemptOn(folder, () => writeTree(folder, content)),
    writeFile: (path, bytes, options) => attemptOn(path, () => writeFile(path, bytes, options)),
    rename: (from, to) => attemptOn(to, () => rename(from, to)),
    remove: (path) => attemptOn(path, () => rmSync(path, { recursive: true, force: true })),
    link: (path, link) => attemptOn(path, () => linkFolder(path, link)),
  };
}

function writeTree(folder: string, { entries, folders = [] }: NewFolder): void {
  const created = new Set<string>();
  const create = (path: string): void => {
    if (created.has(path)) return;
    mkdirSync(path, { recursive: true });
    created.add(path);
  };
  create(folder);
  for (const path of folders) create(`${folder}/${path}`);
  for (const entry of entries) {
    const path = `${folder}/${entry.path}`;
    create(path.slice(0, path.lastIndexOf("/")));
    if ("linksTo" in entry) symlinkSync(linkTargetOf(entry), path);
    else writeFileSync(path, entry.bytes, { flag: "wx", mode: modeOf(entry) });
  }
}

function modeOf(entry: Extract<TreeEntry, { executable: boolean }>): number {
  return entry.executable ? 0o755 : 0o644;
}

function writeFile(path: string, bytes: Uint8Array, { isDurable = false }: WriteFileOptions = {}): void {
  mkdirSync(parentFolder(path) ?? path, { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  // Left behind by a process with the same id that was killed.
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, "wx", 0o644);
  try {
    try {
      writeFileSync(descriptor, bytes);
      if (isDurable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function rename(from: string, to: string): void {
  // A rename would replace a file, and on most systems an empty folder.
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined)
    throw new SkillError("file-exists", { path: to });
  renameSync(from, to);
}

/** Systems and file systems without links say so with one of these. */
const cannotLink: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

function linkFolder(path: string, { from, to }: FolderLink): boolean {
  mkdirSync(parentFolder(path) ?? path, { recursive: true });
  try {
    // Only Windows looks at the type: a junction needs no privilege, but its target must be absolute.
    const isWindows = process.platform === "win32";
    symlinkSync(isWindows ? to : posix.relative(posix.dirname(from), to), path, "junction");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && cannotLink.has(String(error.code))) return false;
    throw error;
  }
}

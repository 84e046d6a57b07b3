import { closeSync, constants, existsSync, lstatSync, openSync, readdirSync, realpathSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { DirectoryEntry } from "@skillwright/core/discover";
import { toFileError } from "@skillwright/core/node";

/**
 * A folder opened without following links. Its entries are accessed through it, so that the path cannot be redirected
 * between a decision and its use.
 */
export type AnchoredFolder = {
  /**
   * A path for Node to open an entry of exactly this folder. The last component is not protected: open without
   * following links.
   */
  at(name: string): string;
  /** A subfolder, not through a link. */
  enter(name: string): AnchoredFolder;
  list(): readonly DirectoryEntry[];
  /** Fails if the folder has moved, on systems where that can only be checked afterwards. */
  verify(): void;
  close(): void;
};

/** How a system pins a folder. */
export type Anchoring = (path: string, shown: string) => AnchoredFolder;

/** Opens a folder by its absolute path without following links. */
export function openFolder(path: string, anchor: Anchoring = systemAnchoring()): AnchoredFolder {
  let folder = anchor("/", "/");
  for (const part of path.split("/").filter((one) => one !== "")) {
    const parent = folder;
    try {
      folder = parent.enter(part);
    } finally {
      parent.close();
    }
  }
  return folder;
}

/** Closes the folder in any case. */
export function withFolder<Value>(folder: AnchoredFolder, action: (folder: AnchoredFolder) => Value): Value {
  try {
    return action(folder);
  } finally {
    folder.close();
  }
}

export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf("/");
  return { folder: path.slice(0, slash) || "/", name: path.slice(slash + 1) };
}

const descriptors = "/proc/self/fd";

function systemAnchoring(): Anchoring {
  return process.platform === "linux" && existsSync(descriptors) ? anchorByDescriptor : anchorByPath;
}

/** Linux's O_PATH, which Node does not export: passes through folders that are not readable. */
const pathOnly = 0o10000000;

/** Linux: opens entries relative to the folder's descriptor, which a moved or replaced path cannot change. */
export function anchorByDescriptor(path: string, shown: string): AnchoredFolder {
  const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const descriptor = attempt(shown, () => openSync(path, flags), path);
  const at = (name: string): string => `${descriptors}/${descriptor}/${requireName(name)}`;
  return {
    at,
    enter: (name) => anchorByDescriptor(at(name), join(shown, name)),
    list: () => listEntries(`${descriptors}/${descriptor}`, shown),
    verify: () => {},
    close: () => closeSync(descriptor),
  };
}

/** Elsewhere: uses the path itself, and verifies afterwards that it still leads to the same folder without links. */
export function anchorByPath(path: string, shown: string): AnchoredFolder {
  const found = attempt(shown, () => lstatSync(path), path);
  if (found.isSymbolicLink()) throw new SkillError("file-is-link", { path: shown });
  if (!found.isDirectory()) throw new SkillError("file-missing", { path: shown });
  const at = (name: string): string => join(path, requireName(name));
  return {
    at,
    enter: (name) => anchorByPath(at(name), join(shown, name)),
    list: () => listEntries(path, shown),
    verify: () => {
      const now = attempt(shown, () => lstatSync(path), path);
      const isSame = now.ino === found.ino && now.dev === found.dev;
      if (!isSame || realpathSync.native(path).replaceAll("\\", "/") !== path)
        throw new SkillError("file-is-link", { path: shown });
    },
    close: () => {},
  };
}

/** A single component: a name with a slash would be a path. */
function requireName(name: string): string {
  if (name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name)) return name;
  throw new SkillError("file-missing", { path: name });
}

function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

function listEntries(path: string, shown: string): readonly DirectoryEntry[] {
  const entries = attempt(shown, () => readdirSync(path, { withFileTypes: true }));
  return entries.map((entry) => {
    if (entry.isFile()) return { name: entry.name, kind: "file" };
    if (entry.isDirectory()) return { name: entry.name, kind: "directory" };
    return { name: entry.name, kind: entry.isSymbolicLink() ? "symlink" : "other" };
  });
}

/** `opened` is the path the action opens: the system reports "not a directory" for a link it must not follow. */
function attempt<Value>(shown: string, action: () => Value, opened?: string): Value {
  try {
    return action();
  } catch (error) {
    const isLink = opened !== undefined && lstatSync(opened, { throwIfNoEntry: false })?.isSymbolicLink();
    throw isLink
      ? new SkillError("file-is-link", { path: shown }, { cause: error })
      : toFileError(shown, error);
  }
}

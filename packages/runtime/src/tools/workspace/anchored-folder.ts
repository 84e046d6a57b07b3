import { closeSync, constants, existsSync, lstatSync, openSync, readdirSync, realpathSync } from "node:fs";
import { type DirectoryEntry, SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";

/**
 * A folder that was reached without following a link. What lies in it is reached through it, so that nobody can turn
 * the way there elsewhere between a decision and its use.
 */
export type AnchoredFolder = {
  /** A path by which Node opens an entry of this very folder. The last step is not secured: open without following. */
  at(name: string): string;
  /** A folder in it; not through a link. */
  enter(name: string): AnchoredFolder;
  list(): readonly DirectoryEntry[];
  /** Fails when the folder is no longer where it was, on systems where that can be noticed only afterwards. */
  verify(): void;
  close(): void;
};

/** How a system lets a folder be held. */
export type Anchoring = (path: string, shown: string) => AnchoredFolder;

/** Opens a folder by its absolute path, in which no part may be a link. */
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

/** Closes the folder whatever happens. */
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

/** O_PATH of Linux, which Node has no name for: a folder may be passed through without being readable. */
const pathOnly = 0o10000000;

/** Linux: an entry is opened relative to the descriptor of its folder, which a moved or replaced path cannot change. */
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

/** Elsewhere: the path is used as it is, and afterwards it must still lead through the same folder without a link. */
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

/** One step only: a name with a slash would be a way of its own. */
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

/** `opened` is what the action opens: the system says "not a folder" of a link that it was told not to follow. */
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

import { SkillError } from "@skillwright/core";
import { digestFiles } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { packagingLimits } from "../limits.ts";

/** A file in memory. Paths are relative, with `/`. */
export type TreeFile = { readonly path: string; readonly bytes: Uint8Array; readonly executable: boolean };
/** A link inside a tree, with the path of its final target in the same tree; `.` for the tree itself. */
export type TreeLink = { readonly path: string; readonly linksTo: string };
export type TreeEntry = TreeFile | TreeLink;

/** The files of a skill or a package, safe to write to any disk; see `createTree`. */
export type FileTree = { readonly entries: readonly TreeEntry[] };

/**
 * Checks entries that come from outside and sorts them. Refuses what could be written to another place than it says, or to the
 * same place as another entry on some system: absolute paths, `..`, names that Windows reserves or changes, paths that differ only in
 * case or Unicode normalization, a file that is also a folder, links that lead out. `source` is used in messages.
 */
export function createTree(entries: readonly TreeEntry[], source: string): FileTree {
  const fault = findFault(entries);
  if (fault !== undefined) throw new SkillError("package-invalid", { source, reason: fault });
  return { entries: entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** The part of a tree below a folder, as a tree of its own; links that lead out of the folder are refused. */
export function subtree(tree: FileTree, folder: string, source: string): FileTree {
  if (folder === "") return tree;
  const start = `${folder}/`;
  const inside = tree.entries.filter(({ path }) => path.startsWith(start));
  return createTree(
    inside.map((entry) => relocate(entry, start)),
    source,
  );
}

function relocate(entry: TreeEntry, start: string): TreeEntry {
  const path = entry.path.slice(start.length);
  if (!("linksTo" in entry)) return { ...entry, path };
  if (`${entry.linksTo}/` === start) return { path, linksTo: "." };
  return { path, linksTo: entry.linksTo.startsWith(start) ? entry.linksTo.slice(start.length) : ".." };
}

/** The content digest, the same as of the tree on disk. */
export function digestTree({ entries }: FileTree): string {
  return digestFiles(
    entries.map((entry) =>
      "linksTo" in entry ? entry : { path: entry.path, hash: nodeSha256(entry.bytes) },
    ),
    nodeSha256,
  );
}

function findFault(entries: readonly TreeEntry[]): string | undefined {
  if (entries.length > packagingLimits.treeFiles)
    return `it has more than ${packagingLimits.treeFiles} files`;
  let bytes = 0;
  for (const entry of entries) {
    const fault = pathFault(entry.path);
    if (fault !== undefined) return `${quote(entry.path)} ${fault}`;
    bytes += "bytes" in entry ? entry.bytes.length : 0;
  }
  if (bytes > packagingLimits.treeBytes) return `it has more than ${packagingLimits.treeBytes} bytes`;
  return findClash(entries) ?? findBadLink(entries);
}

/** Why a path cannot be written on every system; undefined if it can. */
export function pathFault(path: string): string | undefined {
  if (path === "" || path.length > packagingLimits.pathCharacters) return "is empty or too long";
  if (!path.isWellFormed() || /[\0-\x1f\x7f]/.test(path)) return "contains control characters";
  if (path.startsWith("/") || /[\\:*?"<>|]/.test(path))
    return "is not a relative path that every system can write";
  for (const part of path.split("/")) {
    if (part === "" || part === "." || part === "..") return "leads out of its folder";
    if (part.endsWith(".") || part.endsWith(" ")) return "ends with a dot or a space, which Windows removes";
    if (reservedName.test(part)) return "is a name that Windows reserves";
    if (gitName.test(part)) return "is in a folder that belongs to git";
    if (part.length > 255 || Buffer.byteLength(part) > 255) return "has a part that is too long";
  }
  return undefined;
}

/** Git would obey such a folder, and digests do not cover it; `git~1` is its short name on Windows. */
const gitName = /^(?:\.git|git~\d+)$/i;
const reservedName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Two entries that some file system would write to the same place. */
function findClash(entries: readonly TreeEntry[]): string | undefined {
  const files = new Map<string, string>();
  for (const { path } of entries) {
    const key = foldPath(path);
    const other = files.get(key);
    if (other !== undefined)
      return path === other
        ? `it contains ${quote(path)} twice`
        : `${quote(path)} and ${quote(other)} are the same file on some systems`;
    files.set(key, path);
  }
  const folders = new Map<string, string>();
  for (const { path } of entries) {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const folder = path.slice(0, end);
      const key = foldPath(folder);
      if (files.has(key)) return `${quote(folder)} is a file and a folder`;
      const other = folders.get(key) ?? folder;
      if (other !== folder) return `${quote(folder)} and ${quote(other)} are the same folder on some systems`;
      folders.set(key, folder);
    }
  }
  return undefined;
}

function foldPath(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}

function findBadLink(entries: readonly TreeEntry[]): string | undefined {
  const links = entries.filter((entry) => "linksTo" in entry);
  if (links.length === 0) return undefined;
  const places = new Set(["."]);
  for (const entry of entries) {
    if ("linksTo" in entry) continue;
    for (let end = entry.path.length; end > 0; end = entry.path.lastIndexOf("/", end - 1))
      places.add(entry.path.slice(0, end));
  }
  const bad = links.find(({ linksTo }) => !places.has(linksTo));
  return bad && `the link ${quote(bad.path)} leads to ${quote(bad.linksTo)}, which is no file of it`;
}

function quote(path: string): string {
  return JSON.stringify(path.slice(0, 120));
}

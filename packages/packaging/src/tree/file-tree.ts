import { posix } from "node:path";
import { SkillError } from "@skillwright/core";
import { digestFiles } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { packagingLimits } from "../limits.ts";
import { foldPath, pathFault } from "./path-fault.ts";

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
 * case or Unicode normalization, a file that is also a folder, links that lead out. Also refuses `.git` in any spelling.
 * `source` is used in messages.
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

/** The same tree inside a folder. */
export function inFolder({ entries }: FileTree, folder: string): FileTree {
  const place = (path: string): string => `${folder}/${path}`;
  return {
    entries: entries.map((entry) => {
      const path = place(entry.path);
      if (!("linksTo" in entry)) return { ...entry, path };
      return { path, linksTo: entry.linksTo === "." ? folder : place(entry.linksTo) };
    }),
  };
}

/** What to write into a link: its target, relative to the link's folder, so that it stays valid where the tree is moved to. */
export function linkTargetOf({ path, linksTo }: TreeLink): string {
  return posix.relative(posix.dirname(path), linksTo) || ".";
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
    if (fault !== undefined) return `${quotePath(entry.path)} ${fault}`;
    const size = "bytes" in entry ? entry.bytes.length : 0;
    if (size > packagingLimits.fileBytes)
      return `${quotePath(entry.path)} has more than ${packagingLimits.fileBytes} bytes`;
    bytes += size;
  }
  if (bytes > packagingLimits.treeBytes) return `it has more than ${packagingLimits.treeBytes} bytes`;
  return findClash(entries) ?? findBadLink(entries);
}

/** Two entries that some file system would write to the same place. */
function findClash(entries: readonly TreeEntry[]): string | undefined {
  const files = new Map<string, string>();
  for (const { path } of entries) {
    const key = foldPath(path);
    const other = files.get(key);
    if (other !== undefined)
      return path === other
        ? `it contains ${quotePath(path)} twice`
        : `${quotePath(path)} and ${quotePath(other)} are the same file on some systems`;
    files.set(key, path);
  }
  const folders = new Map<string, string>();
  for (const folder of foldersOf(entries)) {
    const key = foldPath(folder);
    if (files.has(key)) return `${quotePath(folder)} is a file and a folder`;
    const other = folders.get(key);
    if (other !== undefined)
      return `${quotePath(folder)} and ${quotePath(other)} are the same folder on some systems`;
    folders.set(key, folder);
    if (folders.size > packagingLimits.treeFiles)
      return `it has more than ${packagingLimits.treeFiles} folders`;
  }
  return undefined;
}

/** Each folder once. */
function* foldersOf(entries: readonly TreeEntry[]): Generator<string> {
  const seen = new Set<string>();
  for (const { path } of entries) {
    // Stops at the first known folder, since its parents are known too.
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (seen.has(folder)) break;
      seen.add(folder);
      yield folder;
    }
  }
}

function findBadLink(entries: readonly TreeEntry[]): string | undefined {
  const links = entries.filter((entry) => "linksTo" in entry);
  if (links.length === 0) return undefined;
  const files = entries.filter((entry) => !("linksTo" in entry));
  const places = new Set([".", ...foldersOf(files)]);
  for (const { path } of files) places.add(path);
  const bad = links.find(({ linksTo }) => !places.has(linksTo));
  return (
    bad &&
    `the link ${quotePath(bad.path)} leads to ${quotePath(bad.linksTo)}, which is not a file or folder of it`
  );
}

/** A foreign path in a message. */
export function quotePath(path: string): string {
  return JSON.stringify(path.slice(0, 120));
}

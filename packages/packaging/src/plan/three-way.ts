import { nodeSha256 } from "@skillwright/core/node";
import type { FileTree, TreeEntry } from "../tree/file-tree.ts";
import { foldPath } from "../tree/path-fault.ts";
import { mergeText } from "./merge-text.ts";
import type { FileChange } from "./plan.ts";
import type { DiskEntry, InstalledFolder } from "./snapshot.ts";

export type Sides = {
  /** What was installed: hashes as in the lock. Empty for a folder that was not installed. */
  readonly base: Readonly<Record<string, string>>;
  /** Its content, where the cache has it. */
  readonly baseTree?: FileTree | undefined;
  readonly yours: InstalledFolder;
  /** What comes; empty for a removal. */
  readonly theirs: FileTree;
  /** The user's edits and files go too, as far as an undo can bring them back. */
  readonly discards?: boolean;
};

/**
 * Decides about every file of an installed folder. Files the user did not touch become what comes; what the user edited or added stays,
 * merged where both sides changed a text, unless it is to be discarded. Files that stay the same are left out.
 */
export function compareThreeWays(sides: Sides): readonly FileChange[] {
  const theirs = new Map(sides.theirs.entries.map((entry) => [entry.path, entry]));
  const baseFiles = new Map(sides.baseTree?.entries.map((entry) => [entry.path, entry]));
  const paths = new Set([...Object.keys(sides.base), ...theirs.keys(), ...sides.yours.files.keys()]);
  const changes: FileChange[] = sides.yours.extras.map((path) => ({ path, change: "keep" }));
  for (const path of paths) {
    const file = {
      base: sides.base[path],
      baseEntry: baseFiles.get(path),
      yours: sides.yours.files.get(path),
      theirs: theirs.get(path),
    };
    const change = (sides.discards === true && discardFile(path, file)) || compareFile(path, file);
    if (change) changes.push(change);
  }
  return settlePlaces(changes, theirs.keys()).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

type FileSides = {
  readonly base: string | undefined;
  readonly baseEntry: TreeEntry | undefined;
  readonly yours: DiskEntry | undefined;
  readonly theirs: TreeEntry | undefined;
};

function compareFile(path: string, { base, baseEntry, yours, theirs }: FileSides): FileChange | undefined {
  if (theirs === undefined) {
    if (yours === undefined) return undefined;
    return yours.hash === base ? { path, change: "remove", before: base } : { path, change: "keep" };
  }
  if (yours === undefined) return { path, change: "add", entry: theirs };
  const hash = hashOf(theirs);
  const entry = withBit(theirs, yours, baseEntry);
  if (yours.hash === hash) {
    const isSame = !("executable" in entry) || entry.executable === yours.executable;
    return isSame ? undefined : { path, change: "replace", entry, before: hash };
  }
  if (yours.hash === base) return { path, change: "replace", entry, before: base };
  if (hash === base) return { path, change: "keep" };
  const merged = mergeEntries(baseEntry, yours, theirs);
  if (merged) return { path, change: "merge", entry: withBit(merged, yours, baseEntry), before: yours.hash };
  return { path, change: "conflict", entry: theirs, beside: path };
}

/** Undefined for what the user did not change, and for what an undo could not bring back. */
function discardFile(path: string, { base, yours, theirs }: FileSides): FileChange | undefined {
  if (yours === undefined || yours.hash === "other" || yours.hash === "link:?") return undefined;
  const { hash } = yours;
  if (theirs === undefined)
    return hash === base ? undefined : { path, change: "remove", before: hash, discards: true };
  const isSameBit = !("executable" in theirs) || theirs.executable === yours.executable;
  if (hash === hashOf(theirs) && isSameBit) return undefined;
  const isEdited = hash !== base && hash !== hashOf(theirs);
  return { path, change: "replace", entry: theirs, before: hash, ...(isEdited && { discards: true }) };
}

/** The hash of an entry as in the lock. */
export function hashOf(entry: TreeEntry): string {
  return "linksTo" in entry ? `link:${entry.linksTo}` : nodeSha256(entry.bytes);
}

/** The user's executable bit where they changed it; where the old one is unknown, a file stays executable. */
function withBit(entry: TreeEntry, yours: DiskEntry, base: TreeEntry | undefined): TreeEntry {
  if ("linksTo" in entry) return entry;
  if (base === undefined || !("executable" in base))
    return { ...entry, executable: entry.executable || yours.executable };
  return { ...entry, executable: yours.executable === base.executable ? entry.executable : yours.executable };
}

function mergeEntries(
  base: TreeEntry | undefined,
  { bytes: yours }: DiskEntry,
  theirs: TreeEntry,
): TreeEntry | undefined {
  if (!(base && "bytes" in base && yours && "bytes" in theirs)) return undefined;
  const bytes = mergeText({ base: base.bytes, yours, theirs: theirs.bytes });
  return bytes && { ...theirs, bytes };
}

/**
 * Finds a free name for each file that is in conflict, and turns files into conflicts that would be in the place of something of the
 * user: below a file, instead of a folder, or the same path on a system that does not tell cases apart.
 */
function settlePlaces(changes: readonly FileChange[], theirs: Iterable<string>): readonly FileChange[] {
  const kept = changes
    .filter(({ change }) => change === "keep" || change === "conflict")
    .map(({ path }) => foldPath(path.replace(/\/$/, "")));
  const taken = new Set([...kept, ...Array.from(theirs, foldPath)]);
  const places: KeptPlaces = { files: new Set(kept), folders: new Set(kept.flatMap(foldersOf)) };
  const settle = (change: FileChange): FileChange => {
    if (!("entry" in change)) return change;
    const { path, entry } = change;
    const blocker = change.change === "conflict" ? path : findBlocker(path, places);
    if (blocker === undefined) return change;
    const beside = `${freeName(blocker, taken)}${path.slice(blocker.length)}`;
    return { path, change: "conflict", entry, beside };
  };
  return kept.length === 0 ? changes : changes.map(settle);
}

type KeptPlaces = { readonly files: ReadonlySet<string>; readonly folders: ReadonlySet<string> };

/** The part of a path that is taken by something of the user. */
function findBlocker(path: string, { files, folders }: KeptPlaces): string | undefined {
  const folded = foldPath(path);
  if (files.has(folded) || folders.has(folded)) return path;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (files.has(foldPath(path.slice(0, end)))) return path.slice(0, end);
  return undefined;
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function freeName(path: string, taken: ReadonlySet<string>): string {
  let name = `${path}.new`;
  for (let count = 2; taken.has(foldPath(name)); count++) name = `${path}.new${count}`;
  return name;
}

import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";
import { createTree, type FileTree, type TreeEntry } from "../tree/file-tree.ts";
import { rootSkillFiles } from "./root-skill.ts";
import type { Fetched } from "./source.ts";

/** A file, or a folder with the number of its files; a folder's path ends with `/`. */
export type LeftOutPart = { readonly path: string; readonly files: number };

type ExtractedSkill = {
  readonly tree: FileTree;
  readonly leftOut: readonly LeftOutPart[];
  /** Files that are only stand-ins for others, as part of a sentence. */
  readonly missing: readonly string[];
};

type SkillPlace = {
  readonly path: string;
  readonly source: string;
  /** Folders of all skills of the source. */
  readonly others: readonly string[];
  readonly copies: CopyBudget;
};

/** Entries that links may still add to the skills of one source: links to folders with such links multiply. */
export type CopyBudget = { room: number };

/**
 * The files of one skill of a source. A link to another part of the source becomes a copy of what it leads to, since the skill will live alone.
 * Throws `package-invalid` for a skill that has files which the source could not give.
 */
export function extractSkill(
  fetched: Fetched,
  place: SkillPlace,
): ExtractedSkill | { readonly reason: string } {
  const { tree, isRepository = false, leftOut = [] } = fetched;
  const { path, source, copies } = place;
  const isRoot = path === "" && isRepository;
  const own = isRoot ? rootEntries(tree) : entriesBelow(tree, path);
  const start = path === "" ? "" : `${path}/`;
  const bad = leftOut.find(
    (one) => one.reason !== undefined && one.path.startsWith(start) && (!isRoot || ownFolder.test(one.path)),
  );
  if (bad) return { reason: `${bad.path.slice(start.length)} ${bad.reason}` };
  const kept = placesOf(own);
  const entries = own.flatMap((entry) => relocate(entry, { tree, start, kept, depth: 0, source, copies }));
  const extracted = createTree(entries, source);
  return {
    tree: extracted,
    leftOut: isRoot ? summarize(fetched, kept, place.others) : [],
    missing: extracted.entries.filter(isLfsPointer).map((entry) => `${entry.path} is kept in Git LFS`),
  };
}

const ownFolder = /^(?:scripts|references|assets)\//;

function rootEntries(tree: FileTree): readonly TreeEntry[] {
  const byPath = new Map(tree.entries.map((entry) => [entry.path, entry]));
  const files = rootSkillFiles([...byPath.keys()], (path) => {
    const entry = byPath.get(path);
    return entry && "bytes" in entry ? entry.bytes : undefined;
  });
  return tree.entries.filter(({ path }) => files.has(path));
}

/** Entries are sorted, so that those of a folder stand together. */
function entriesBelow({ entries }: FileTree, folder: string): readonly TreeEntry[] {
  if (folder === "") return entries;
  const start = `${folder}/`;
  const first = lowerBound(entries, start);
  return entries.slice(first, lowerBound(entries, `${folder}0`));
}

/** Index of the first entry whose path is not before a text; `0` is the character after `/`. */
function lowerBound(entries: readonly TreeEntry[], text: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.path ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Relocation = {
  readonly tree: FileTree;
  readonly start: string;
  /** Files and folders that are part of the skill. */
  readonly kept: ReadonlySet<string>;
  /** Copies inside copies. */
  readonly depth: number;
  readonly source: string;
  readonly copies: CopyBudget;
};

const mostDepth = 4;

function relocate(entry: TreeEntry, relocation: Relocation): readonly TreeEntry[] {
  const { tree, start, kept, depth } = relocation;
  const path = entry.path.slice(start.length);
  if ("bytes" in entry) return [{ ...entry, path }];
  const { linksTo } = entry;
  if (`${linksTo}/` === start || (linksTo === "." && start === "")) return [{ path, linksTo: "." }];
  const isInside = linksTo.startsWith(start) && kept.has(linksTo);
  if (isInside) return [{ path, linksTo: linksTo.slice(start.length) }];
  const target = tree.entries[lowerBound(tree.entries, linksTo)];
  if (target?.path === linksTo && "bytes" in target) return [{ ...target, path }];
  // A copy of a folder around the skill would contain itself.
  if (depth >= mostDepth || linksTo === "." || start.startsWith(`${linksTo}/`))
    return [{ path, linksTo: ".." }];
  const inner = entriesBelow(tree, linksTo);
  relocation.copies.room -= inner.length;
  if (relocation.copies.room < 0) {
    const reason = `its links lead to more than ${packagingLimits.treeFiles} files`;
    throw new SkillError("package-invalid", { source: relocation.source, reason });
  }
  const below = { ...relocation, start: `${linksTo}/`, kept: placesOf(inner), depth: depth + 1 };
  return inner.flatMap((one) => relocate(one, below)).map((copy) => moveInto(path, copy));
}

function moveInto(folder: string, entry: TreeEntry): TreeEntry {
  const path = `${folder}/${entry.path}`;
  if ("bytes" in entry) return { ...entry, path };
  if (entry.linksTo === "..") return { path, linksTo: ".." };
  return { path, linksTo: entry.linksTo === "." ? folder : `${folder}/${entry.linksTo}` };
}

/** The paths of entries and of the folders around them. */
function placesOf(entries: readonly TreeEntry[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const entry of entries)
    for (let path = entry.path; path !== "" && !places.has(path); ) {
      places.add(path);
      path = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    }
  return places;
}

/** The parts of a repository that its own skill leaves out, without other skills. */
function summarize(
  { tree, leftOut = [] }: Fetched,
  kept: ReadonlySet<string>,
  others: readonly string[],
): readonly LeftOutPart[] {
  const folders = new Set(others.filter((path) => path !== ""));
  const counts = new Map<string, number>();
  const paths = [...tree.entries, ...leftOut].map(({ path }) => path);
  for (const path of paths) {
    if (kept.has(path) || isBelowAny(path, folders)) continue;
    const slash = path.indexOf("/");
    const part = slash === -1 ? path : path.slice(0, slash + 1);
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return Array.from(counts, ([path, files]) => ({ path, files })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}

const lfsHeader = "version https://git-lfs.github.com/spec/";

function isLfsPointer(entry: TreeEntry): boolean {
  if (!("bytes" in entry) || entry.bytes.length > 1024) return false;
  return Buffer.from(entry.bytes.subarray(0, lfsHeader.length)).toString("latin1") === lfsHeader;
}

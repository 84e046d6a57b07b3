import { SkillError } from "@skillwright/core";
import { manifestKinds, skippedFolders } from "@skillwright/core/discover";
import { packagingLimits } from "../limits.ts";
import { createTree, type TreeEntry } from "../tree/file-tree.ts";
import { pathFault } from "../tree/path-fault.ts";
import { rootSkillFiles } from "./root-skill.ts";
import type { Fetched, LeftOut } from "./source.ts";

/** A file or link of a repository or folder whose content has not been read. */
export type ListedEntry =
  | { readonly path: string; readonly executable: boolean }
  | { readonly path: string; readonly linksTo: string }
  | { readonly path: string; readonly fault: string };

type ReadFiles = (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

type Selection = {
  readonly isRepository: boolean;
  /** All files are under version control, so that .gitignore says nothing about them. */
  readonly isTracked?: true;
  /** For messages. */
  readonly source: string;
  /** Reads files that were listed; each is asked for once. */
  readonly read: ReadFiles;
};

/**
 * Reads only what may belong to skills: their folders, the manifests of packages, and what a SKILL.md at the root of a repository
 * needs. A repository with a hundred thousand files costs no more than its skills.
 */
export async function selectFiles(listed: readonly ListedEntry[], selection: Selection): Promise<Fetched> {
  const { isRepository, source, read } = selection;
  const { entries, leftOut } = splitUsable(listed);
  const paths = [...entries.keys()];
  const wanted = new Set(isRepository || !hasRootSkill(paths) ? skillPaths(paths, selection) : paths);
  const contents = new Map<string, Uint8Array>();
  const readWanted = async (): Promise<void> => {
    addTargets(wanted, entries);
    checkCount(wanted.size, source);
    const missing = [...wanted].filter((path) => isFile(entries.get(path)) && !contents.has(path));
    if (missing.length === 0) return;
    for (const [path, bytes] of await read(missing)) contents.set(path, bytes);
  };
  await readWanted();
  // Each round reads documents that the last one named.
  for (let before = -1; isRepository && hasRootSkill(paths) && before < wanted.size; ) {
    before = wanted.size;
    for (const path of rootSkillFiles(paths, (file) => contents.get(file))) wanted.add(path);
    await readWanted();
  }
  const chosen = paths.filter((path) => wanted.has(path));
  const tree = createTree(
    chosen.flatMap((path) => toEntry(entries.get(path), contents)),
    source,
  );
  for (const path of paths) if (!wanted.has(path)) leftOut.push({ path });
  return {
    tree,
    ...(isRepository && { isRepository }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

type Usable = Exclude<ListedEntry, { readonly fault: string }>;

function splitUsable(listed: readonly ListedEntry[]): {
  readonly entries: ReadonlyMap<string, Usable>;
  readonly leftOut: LeftOut[];
} {
  const places = reachedTargets(listed);
  const entries = new Map<string, Usable>();
  const leftOut: LeftOut[] = [];
  for (const entry of listed) {
    const reason = faultOf(entry, places);
    if (reason !== undefined) leftOut.push({ path: entry.path, reason });
    else if (!("fault" in entry)) entries.set(entry.path, entry);
  }
  return { entries, leftOut };
}

/** The targets of links that are files or folders. A set of all folders could have many times more members than there are files. */
function reachedTargets(listed: readonly ListedEntry[]): ReadonlySet<string> {
  const targets = new Set(listed.flatMap((entry) => ("linksTo" in entry ? [entry.linksTo] : [])));
  const reached = new Set(["."]);
  if (targets.size === 0) return reached;
  for (const entry of listed) {
    if (!("executable" in entry) || entry.path.length > packagingLimits.pathCharacters) continue;
    for (const place of [entry.path, ...foldersOf(entry.path)]) if (targets.has(place)) reached.add(place);
  }
  return reached;
}

function faultOf(entry: ListedEntry, places: ReadonlySet<string>): string | undefined {
  if ("fault" in entry) return entry.fault;
  const isDangling = "linksTo" in entry && !places.has(entry.linksTo);
  return isDangling ? "is a link that leads nowhere" : pathFault(entry.path);
}

function checkCount(count: number, source: string): void {
  if (count <= packagingLimits.treeFiles) return;
  const reason = `its skills have more than ${packagingLimits.treeFiles} files; name a folder of it`;
  throw new SkillError("package-invalid", { source, reason });
}

function isFile(entry: ListedEntry | undefined): boolean {
  return entry !== undefined && "executable" in entry;
}

function toEntry(
  entry: ListedEntry | undefined,
  contents: ReadonlyMap<string, Uint8Array>,
): readonly TreeEntry[] {
  if (entry === undefined || "fault" in entry) return [];
  if ("linksTo" in entry) return [{ path: entry.path, linksTo: entry.linksTo }];
  const bytes = contents.get(entry.path);
  return bytes === undefined ? [] : [{ path: entry.path, bytes, executable: entry.executable }];
}

function hasRootSkill(paths: readonly string[]): boolean {
  return paths.some((path) => /^skill\.md$/i.test(path));
}

const manifests: ReadonlySet<string> = new Set(manifestKinds.map(({ file }) => file));
const otherFiles = /^skillwright\.json$|(?:^|\/)(?:\.skillignore|\.claude-plugin\/marketplace\.json)$/;

function skillPaths(paths: readonly string[], { isTracked }: Selection): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) if (/\/skill\.md$/i.test(path)) folders.add(path.slice(0, -9));
  return paths.filter((path) => {
    const parts = path.split("/");
    if (parts.some((part) => skippedFolders.has(part))) return false;
    const isManifest = manifests.has(parts.at(-1) ?? "") || manifests.has(parts.slice(-2).join("/"));
    const isIgnoreFile = !isTracked && parts.at(-1) === ".gitignore";
    return isManifest || isIgnoreFile || otherFiles.test(path) || isBelow(path, folders);
  });
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  return foldersOf(path).some((folder) => folders.has(folder));
}

/** The folders above a path, the outermost first. */
function* foldersOf(path: string): Generator<string, undefined> {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) yield path.slice(0, end);
}

/** A link needs what it leads to. */
function addTargets(wanted: Set<string>, entries: ReadonlyMap<string, ListedEntry>): void {
  const targets = new Set<string>();
  for (let round = 0; round < packagingLimits.linkRounds; round++) {
    const before = targets.size;
    for (const path of wanted) {
      const entry = entries.get(path);
      if (entry && "linksTo" in entry && entry.linksTo !== ".") targets.add(entry.linksTo);
    }
    if (targets.size === before) return;
    for (const path of entries.keys()) if (targets.has(path) || isBelow(path, targets)) wanted.add(path);
  }
}

import { attempt } from "../fs/file-error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { isInside, joinPath, parentFolder } from "../path/path.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import { type IgnoreLayer, isIgnoredItself, readIgnoreLayers } from "./ignore-rules.ts";
import { isSkillFile, skippedFolders } from "./layout.ts";
import { discoverLimits } from "./limits.ts";

/** A folder of a project that may contain agents' skill folders. */
export type ProjectFolder = {
  readonly path: string;
  /** The repository it belongs to, or the working folder outside of any. */
  readonly project: string;
  /** Names of its folders and links that may lead to skills. */
  readonly names: ReadonlySet<string>;
  /** The ignore files that apply below it; none for the working folder and its parents, which are never ignored. */
  readonly layers: readonly IgnoreLayer[];
};

export type ProjectFolders = {
  /** The working folder, then its parents up to the project's root. */
  readonly near: readonly ProjectFolder[];
  /** Folders below the project's root, nearest first. */
  readonly nested: readonly ProjectFolder[];
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * The folders of the project around a working folder. The project is the enclosing repository, or else the working
 * folder itself, unless that is the home folder or above it: skills there are personal.
 */
export function listProjectFolders(
  fs: FileSystem,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): ProjectFolders {
  const paths = foldersToRepository(fs, cwd) ?? (isInside(cwd, home) ? [] : [cwd]);
  const project = paths.at(-1);
  if (project === undefined) return { near: [], nested: [], findings: [] };
  const known: Listings = new Map(paths.map((path) => [path, listOrNothing(fs, path)]));
  const near = Array.from(known, ([path, entries]) => ({
    path,
    project,
    names: namesIn(entries),
    layers: [],
  }));
  return { near, ...findNested(fs, project, known) };
}

/** The working folder and its parents up to the first with a `.git`; undefined when none has one. */
function foldersToRepository(fs: FileSystem, cwd: string): readonly string[] | undefined {
  const folders: string[] = [];
  for (let folder: string | undefined = cwd; folder !== undefined; folder = parentFolder(folder)) {
    folders.push(folder);
    if (attempt(() => fs.stat(joinPath(folder, ".git")))) return folders;
  }
  return undefined;
}

type Listings = ReadonlyMap<string, readonly DirectoryEntry[]>;

/** An unreadable folder hides only itself. */
function listOrNothing(fs: FileSystem, folder: string): readonly DirectoryEntry[] {
  return attempt(() => fs.list(folder)) ?? [];
}

function namesIn(entries: readonly DirectoryEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(({ kind }) => kind !== "file").map(({ name }) => name));
}

type Visit = {
  readonly path: string;
  readonly project: string;
  readonly depth: number;
  readonly layers: readonly IgnoreLayer[];
};

/**
 * Searches below the root breadth-first, so that the nearest folders are seen when there are too many. Only dot
 * folders count here: a plain `skills` deep in a project may be anything.
 */
function findNested(fs: FileSystem, root: string, known: Listings): Omit<ProjectFolders, "near"> {
  const nested: ProjectFolder[] = [];
  const queue: Visit[] = [{ path: root, project: root, depth: 0, layers: [] }];
  let looked = 0;
  for (const visit of queue) {
    const { path, depth } = visit;
    const entries = known.get(path) ?? listOrNothing(fs, path);
    const layers = [...visit.layers, ...readIgnoreLayers(fs, path, entries)];
    // A nested repository is a separate project with its own trust.
    const project = entries.some(({ name }) => name === ".git") ? path : visit.project;
    const names = namesIn(entries.filter(({ name }) => name.startsWith(".")));
    if (names.size > 0 && !known.has(path)) nested.push({ path, project, names, layers });
    if (depth >= discoverLimits.rootDepth || (depth > 0 && entries.some(isSkillFile))) continue;
    for (const { name } of entries.filter(isVisible)) {
      if (++looked > discoverLimits.nestedFolders) break;
      const below = joinPath(path, name);
      if (isIgnoredItself(layers, below, "directory")) continue;
      queue.push({ path: below, project, depth: depth + 1, layers });
    }
  }
  return { nested, findings: looked > discoverLimits.nestedFolders ? [tooLarge(root)] : [] };
}

/** Links are not followed: a target inside the project is visited at its real path. */
function isVisible({ name, kind }: DirectoryEntry): boolean {
  return kind === "directory" && !name.startsWith(".") && !skippedFolders.has(name);
}

function tooLarge(path: string): DiscoveryFinding {
  return { code: "walk-too-large", severity: "info", path, args: { max: discoverLimits.nestedFolders } };
}

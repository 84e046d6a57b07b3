import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { baseName, parentFolder } from "../path/path.ts";
import { discoverLimits } from "./limits.ts";
import { followLink, linkTerritory } from "./links.ts";
import { type LoadedSkill, loadSkill, skillOutside } from "./load-skill.ts";
import { type WalkProblem, walkSkills } from "./walk-skills.ts";

export type FindOptions = {
  /** Called with each folder's path below the root; true leaves it out. */
  readonly ignore?: (path: string) => boolean;
  /** The user's home folder; links between its skill folders are followed. */
  readonly home?: string;
};

type FoundSkill = {
  readonly directory: string;
  /** The directory's entries, if it has been listed. */
  readonly entries?: readonly DirectoryEntry[];
  /** The directory is a link to a place that is not searched; it is reported, not read. */
  readonly outside?: true;
};

/** Loads each skill below the paths once, in path order, one at a time. */
export function* loadSkills(
  fs: FileSystem,
  paths: readonly string[],
  options: FindOptions = {},
): Generator<LoadedSkill> {
  const [only] = paths;
  const found =
    paths.length === 1 && only !== undefined ? findSkills(fs, only, options) : findAll(fs, paths, options);
  for (const { directory, entries, outside } of found)
    yield outside ? skillOutside(directory) : loadSkill(fs, directory, entries);
}

/** The skills of several paths; a directory reached twice counts once, under the path that sorts first. */
function findAll(fs: FileSystem, paths: readonly string[], options: FindOptions): readonly FoundSkill[] {
  const found = paths.flatMap((path) => Array.from(findSkills(fs, path, options), withoutEntries));
  const byPlace = new Map<string, FoundSkill>();
  for (const skill of found.sort((a, b) => (a.directory < b.directory ? -1 : 1))) {
    const place = fs.realPath(skill.directory) ?? skill.directory;
    if (!byPlace.has(place)) byPlace.set(place, skill);
  }
  return [...byPlace.values()];
}

/** Otherwise thousands of listings would stay in memory until the last path is searched. */
function withoutEntries({ entries: _, ...found }: FoundSkill): FoundSkill {
  return found;
}

/**
 * The skill directories below a path, in path order: a skill, its SKILL.md, or a folder of skills at any depth. A path
 * with no skill below it is returned itself, so that the missing SKILL.md is reported.
 */
export function* findSkills(fs: FileSystem, path: string, options: FindOptions = {}): Generator<FoundSkill> {
  const found = fs.stat(path);
  if (!found) throw new SkillError("file-missing", { path });
  if (found.kind !== "directory") {
    yield { directory: skillOfFile(path) };
    return;
  }
  const root = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const followed = new Set<string>();
  let territory: string | undefined;
  const walk = walkSkills<FoundSkill>(fs, root, {
    read: (directory, _, entries) => ({ directory, ...(entries && { entries }) }),
    depth: limits.collectionDepth,
    maxEntries: discoverLimits.walkEntries,
    nested: true,
    listFirst: true,
    ignore: options.ignore,
    link: (directory) => {
      territory ??= linkTerritory(fs, root, options.home);
      const link = followLink(fs, directory, { root, territory: () => territory ?? root });
      if (link.kind === "foreign" && link.isSkill) return { skill: { directory, outside: true } };
      if (link.kind !== "skill" || followed.has(link.target)) return undefined;
      followed.add(link.target);
      return { skill: { directory } };
    },
    report: (problem) => refuse(problem, root),
  });
  let count = 0;
  for (const skill of walk) {
    count++;
    yield skill;
  }
  if (count === 0) yield { directory: root };
}

function skillOfFile(path: string): string {
  if (baseName(path).toLowerCase() !== "skill.md") throw new SkillError("file-not-regular", { path });
  return parentFolder(path) ?? ".";
}

/** Only an unreadable root or too many files end a check; an unreadable folder hides only itself. */
function refuse(problem: WalkProblem, root: string): void {
  if (problem.code === "folder-unreadable" && problem.path === root) throw problem.error;
  if (problem.code === "walk-too-large")
    throw new SkillError("walk-too-large", { path: root, max: problem.max });
}

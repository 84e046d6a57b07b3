import type { FileSystem } from "../fs/file-system.ts";
import { type FindOptions, type FoundSkill, findSkills } from "./find-skills.ts";
import { inGroups } from "./in-groups.ts";
import { type LoadedSkill, type ReadSkill, readSkill, skillOutside } from "./load-skill.ts";

/** Loads each skill below the paths once, in path order, holding a few in memory at a time. */
export function* loadSkills(
  fs: FileSystem,
  paths: readonly string[],
  options: FindOptions = {},
): Generator<LoadedSkill> {
  const [only] = paths;
  const found =
    paths.length === 1 && only !== undefined ? findSkills(fs, only, options) : findAll(fs, paths, options);
  for (const group of inGroups(readAll(fs, found), ({ bytes }) => bytes)) {
    yield* group.map(({ parse }) => parse());
  }
}

function* readAll(fs: FileSystem, found: Iterable<FoundSkill>): Generator<ReadSkill> {
  for (const { directory, entries, outside } of found) {
    yield outside ? { bytes: 0, parse: () => skillOutside(directory) } : readSkill(fs, directory, entries);
  }
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

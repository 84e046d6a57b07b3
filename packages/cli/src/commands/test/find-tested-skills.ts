import { SkillError } from "@skillwright/core";
import {
  type FileSystem,
  type FindOptions,
  type LoadedSkill,
  loadSkill,
  loadSkills,
} from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { finishCatalog } from "../../catalog/findings.ts";
import { loadAvailable } from "../../catalog/load-available.ts";
import { openSkills } from "../../catalog/open-catalog.ts";
import { loadProjectConfig } from "../../catalog/project-config.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";

/**
 * Finds the skills that the arguments name, without duplicates: paths, names of skills below the current folder, or
 * names from the catalog. Without arguments, all skills below the current folder. Undefined when one is not
 * available, which has been reported then.
 */
export async function findTestedSkills(
  invocation: Invocation,
  io: Io,
  { command = "test" }: { readonly command?: string } = {},
): Promise<readonly LoadedSkill[] | undefined> {
  const fs = createNodeFileSystem();
  const { ignore } = await loadProjectConfig(fs, io.cwd, undefined);
  const search = { fs, invocation, io, command, options: { home: io.place.home, ...(ignore && { ignore }) } };
  const words = [...invocation.positionals, ...invocation.options("skill")];
  const found: LoadedSkill[] = [];
  for (const word of words.length > 0 ? words : ["."]) {
    const skills = await findByWord(word, search);
    if (skills === undefined) return undefined;
    found.push(...skills);
  }
  const byPlace = new Map(found.map((skill) => [fs.realPath(skill.directory) ?? skill.directory, skill]));
  return [...byPlace.values()];
}

type Search = {
  readonly fs: FileSystem;
  readonly invocation: Invocation;
  readonly io: Io;
  /** The command, for messages. */
  readonly command: string;
  readonly options: FindOptions;
};

async function findByWord(word: string, search: Search): Promise<readonly LoadedSkill[] | undefined> {
  const { fs, io } = search;
  if (word === "") throw new UsageError("SKILL must be a name or a path; found ''.");
  const path = absolutePath(word, io.cwd, io.place.home);
  const isPath = /^[.~]|[^/]\//.test(word);
  const isThere = exists(path, fs);
  if (isPath && !isThere) throw new SkillError("file-missing", { path: word });
  const atPath = isThere ? findBelow(path, search) : [];
  if (atPath.length > 0) return atPath;
  if (isPath) throw new UsageError(`no skill in ${printable(word)}; name a skill or a folder of skills.`);
  const name = word.replace(/^\//, "");
  const here = findHere(search).filter((skill) => [nameOf(skill), skill.directoryName].includes(name));
  return here.length > 0 ? here : findInCatalog(name, search);
}

function exists(path: string, fs: FileSystem): boolean {
  try {
    return fs.stat(path) !== undefined;
  } catch (error) {
    // A name too long for the file system does not exist.
    if (error instanceof SkillError && error.details.reason === "ENAMETOOLONG") return false;
    throw error;
  }
}

/** The skill's name, or its folder's name when the manifest has none. */
export function nameOf({ parsed, directoryName, directory }: LoadedSkill): string {
  return parsed.manifest.name ?? directoryName ?? directory;
}

function findBelow(path: string, { fs, options }: Search): readonly LoadedSkill[] {
  // `loadSkills` returns a path without a skill as itself, so filter those out, and skills behind links that lead outside.
  return [...loadSkills(fs, [path], options)].filter(
    ({ file, directoryName }) => directoryName !== undefined && fs.stat(file)?.kind === "file",
  );
}

/** A skill in the current folder takes precedence over an installed one of the same name. */
function findHere(search: Search): readonly LoadedSkill[] {
  try {
    return findBelow(search.io.cwd, search);
  } catch (error) {
    // For example in a home folder; the catalog knows where to look there.
    if (error instanceof SkillError && error.code === "walk-too-large") return [];
    throw error;
  }
}

async function findInCatalog(
  name: string,
  { fs, invocation, io, command }: Search,
): Promise<readonly LoadedSkill[] | undefined> {
  const opened = await openSkills(invocation, io);
  const entry = await loadAvailable(opened, name, { command, io });
  await finishCatalog(opened, invocation, io);
  return entry && [loadSkill(fs, entry.skill.directory)];
}

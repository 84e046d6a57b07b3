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
import { type Invocation, UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";
import { finishCatalog } from "./finish-catalog.ts";
import { loadAvailable } from "./load-available.ts";
import { openSkills } from "./open-catalog.ts";
import { loadProjectConfig } from "./project-config.ts";

/**
 * The skills that the words mean, each once: paths, names of skills below this folder, or names from the catalog. Without
 * words, all below this folder. Undefined when one is not available here, which has been said then.
 */
export async function findTestedSkills(
  invocation: Invocation,
  io: Io,
  { command = "test" }: { readonly command?: string } = {},
): Promise<readonly LoadedSkill[] | undefined> {
  const fs = createNodeFileSystem();
  const { ignore } = await loadProjectConfig(fs, io.cwd, undefined);
  const search = { fs, invocation, io, command, options: ignore === undefined ? {} : { ignore } };
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
  /** Who asks, for messages. */
  readonly command: string;
  readonly options: FindOptions;
};

async function findByWord(word: string, search: Search): Promise<readonly LoadedSkill[] | undefined> {
  const { fs, io } = search;
  if (word === "") throw new UsageError("SKILL is a name or a path; found ''.");
  const path = absolutePath(word, io.cwd, io.place.home);
  const isPath = /^[.~]|[^/]\//.test(word);
  const isThere = exists(path, fs);
  if (isPath && !isThere) throw new SkillError("file-missing", { path: word });
  const atPath = isThere ? findBelow(path, search) : [];
  if (atPath.length > 0) return atPath;
  if (isPath)
    throw new UsageError(`there is no skill in ${printable(word)}; name one, or a folder of skills.`);
  const name = word.replace(/^\//, "");
  const here = findHere(search).filter((skill) => [nameOf(skill), skill.directoryName].includes(name));
  return here.length > 0 ? here : findInCatalog(name, search);
}

function exists(path: string, fs: FileSystem): boolean {
  try {
    return fs.stat(path) !== undefined;
  } catch (error) {
    // Nothing has so long a name, so it is a word like others that mean no skill.
    if (error instanceof SkillError && error.details.reason === "ENAMETOOLONG") return false;
    throw error;
  }
}

/** What the skill calls itself, or its folder where that cannot be read. */
export function nameOf({ parsed, directoryName, directory }: LoadedSkill): string {
  return parsed.manifest.name ?? directoryName ?? directory;
}

function findBelow(path: string, { fs, options }: Search): readonly LoadedSkill[] {
  // A path without a skill stands for itself there. What only a link out of the folder leads to is no part of it.
  return [...loadSkills(fs, [path], options)].filter(
    ({ file, directoryName }) => directoryName !== undefined && fs.stat(file)?.kind === "file",
  );
}

/** A skill that is being written here comes before one of the same name that is installed. */
function findHere(search: Search): readonly LoadedSkill[] {
  try {
    return findBelow(search.io.cwd, search);
  } catch (error) {
    // In a home folder, say. The catalog looks where skills are.
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

import { limits, SkillError } from "@skillwright/core";
import { digestSkill, type FileSystem, skillFromBytes } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { baseName, isAbsolutePath } from "@skillwright/core/path";
import { readDeclaredLimits } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import type { FoundSkill, HookHost, SkillQuery } from "@skillwright/runtime";
import { foldName, listNamedFiles, type NamedFile, skillFileIn } from "./list-named-files.ts";
import { listSearchedFolders, type SearchedFolders, type Surroundings } from "./searched-folders.ts";

/**
 * Finds every skill that an agent may mean by a name, as agents search: following links and ignoring trust. A match only
 * restricts, so finding too much is safe. Searches the disk once for all names.
 */
export function createSkillFinder(here: Surroundings): HookHost["findSkills"] {
  const known = new Map<string, Searched>();
  const search = (query: SkillQuery, fs: FileSystem): Searched => {
    const key = `${query.reach} ${query.cwd}`;
    const searched = known.get(key) ?? searchDisk(query, { here, fs });
    known.set(key, searched);
    return searched;
  };
  return (query, fs) =>
    isAbsolutePath(query.name) ? readFolder(fs, query.name) : readNamed(fs, search(query, fs), query.name);
}

type Searched = { readonly folders: SearchedFolders; readonly files: readonly NamedFile[] };
type Search = { readonly here: Surroundings; readonly fs: FileSystem };

function searchDisk(query: SkillQuery, { here, fs }: Search): Searched {
  const folders = listSearchedFolders(fs, query, here);
  return { folders, files: listNamedFiles(fs, folders) };
}

function readFolder(fs: FileSystem, skill: string): readonly FoundSkill[] {
  const file = skillFileIn(fs, skill);
  return file === undefined ? [] : [readSkill(fs, { file, skill })];
}

function readNamed(fs: FileSystem, { folders, files }: Searched, name: string): readonly FoundSkill[] {
  const colon = name.lastIndexOf(":");
  const names = [foldName(name), foldName(name.slice(colon + 1))].filter((wanted) => wanted !== "");
  const owner = colon > 0 ? foldName(name.slice(0, colon)) : undefined;
  const isOwned = ({ searched }: NamedFile): boolean => {
    const own = folders.packages.get(searched);
    return own !== undefined && foldName(own) === owner;
  };
  const inPackage = files.filter(isOwned);
  const candidates = inPackage.length > 0 ? inPackage : files;
  return candidates
    .filter((one) => names.some((wanted) => one.names.has(wanted)))
    .map((one) => readSkill(fs, one));
}

/** A skill's tool lists. An unreadable list is an error, never treated as no list. */
function readSkill(fs: FileSystem, { file: path, skill }: Pick<NamedFile, "file" | "skill">): FoundSkill {
  const file = fs.realPath(path) ?? path;
  const directory = skill ?? folderOf(file);
  const { bytes } = fs.read(file, limits.skillFileBytes + 1);
  const { parsed } = skillFromBytes(bytes, file);
  const broken = parsed.problems.find(({ rule }) => parsed.unreadable || unclear.has(rule));
  if (broken !== undefined)
    throw new SkillError("skill-invalid", { path: file, reason: `it violates the rule ${broken.rule}` });
  const { name = nameOf(skill ?? path), metadata, ...manifest } = parsed.manifest;
  const { requestedTools, disallowedTools, security } = manifest;
  return {
    ...{ name, directory, digest: skill === undefined ? "none" : digestOrNone(fs, skill) },
    ...compact({ requestedTools, disallowedTools, declared: readDeclaredLimits(security) }),
    ...compact({ version: metadata?.version }),
  };
}

/** With these problems, the tool list is unknown. */
const unclear: ReadonlySet<string> = new Set([
  "frontmatter.unclosed",
  "frontmatter.yaml",
  "frontmatter.duplicateKey",
  "frontmatter.mapping",
]);

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

/** The last part of a path, without `.md`. */
function nameOf(path: string): string {
  return baseName(path).replace(/\.md$/i, "");
}

/** The digest is only a label here: agents also load skills without one, such as those with too many files. */
function digestOrNone(fs: FileSystem, directory: string): string {
  try {
    return digestSkill(fs, fs.realPath(directory) ?? directory, nodeSha256);
  } catch (error) {
    if (error instanceof SkillError) return "none";
    throw error;
  }
}

import { SkillError } from "@skillwright/core";
import { type FileSystem, readSkillMetadata, type WalkProblem, walkSkills } from "@skillwright/core/discover";
import { baseName } from "@skillwright/core/path";
import { cliLimits } from "../../limits.ts";

/** A folder to search, how many levels down, and whether also inside the folders of skills. */
export type SearchedFolder = { readonly path: string; readonly depth: number; readonly nested?: boolean };

/** A skill, or what an agent treats as one, with all its names. */
export type NamedFile = {
  readonly file: string;
  /** The skill's folder; absent for a command, which is a single file. */
  readonly skill?: string;
  /** Folded names: of the folder or file, and the one in the SKILL.md. */
  readonly names: ReadonlySet<string>;
  /** The searched folder that contains it. */
  readonly searched: string;
};

/** Every skill below some folders, and every command below others, each once. Links are followed, as agents do. */
export function listNamedFiles(
  fs: FileSystem,
  {
    skills,
    commands,
  }: { readonly skills: readonly SearchedFolder[]; readonly commands: readonly SearchedFolder[] },
): readonly NamedFile[] {
  const search: Search = { fs: countEntries(fs), followed: new Set(), found: new Map() };
  for (const folder of skills) findSkills(search, folder);
  for (const { path, depth } of commands) findCommands(search, path, { searched: path, depth });
  return [...search.found.values()];
}

/** Compared without regard to case, form and punctuation, which some agents replace; a false match only restricts. */
export function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** The real path of a folder's SKILL.md; undefined when it has none. */
export function skillFileIn(fs: FileSystem, folder: string): string | undefined {
  return fs.realPath(`${folder}/SKILL.md`) ?? fs.realPath(`${folder}/skill.md`);
}

type Search = {
  readonly fs: FileSystem;
  /** Real paths of the links that were followed: they may form a circle. */
  readonly followed: Set<string>;
  /** By real path: several links may lead to one skill. */
  readonly found: Map<string, NamedFile>;
};

/** Bounds the whole search, not each folder. */
function countEntries(fs: FileSystem): FileSystem {
  const max = cliLimits.guardedSkillEntries;
  let seen = 0;
  const list: FileSystem["list"] = (path) => {
    const entries = fs.list(path);
    seen += entries.length;
    if (seen > max) throw new SkillError("walk-too-large", { path, max });
    return entries;
  };
  return { ...fs, list };
}

function findSkills(search: Search, { path: searched, depth, nested }: SearchedFolder): void {
  const walk = walkSkills<NamedFile>(search.fs, searched, {
    read: (skill, fileName) => readNames(search.fs, { skill, file: `${skill}/${fileName}`, searched }),
    depth,
    maxEntries: cliLimits.guardedSkillEntries,
    nested,
    everything: true,
    link: (path) => (isNewFolder(search, path) ? "walk" : undefined),
    report: stopIfTooLarge,
  });
  for (const named of walk) keep(search, named.skill ?? named.file, named);
}

/** An unreadable folder hides only itself: no agent of this user can load from it. */
function stopIfTooLarge(problem: WalkProblem): void {
  if (problem.code === "folder-unreadable" && problem.error.code === "walk-too-large") throw problem.error;
}

function readNames(
  fs: FileSystem,
  { skill, file, searched }: { readonly skill: string; readonly file: string; readonly searched: string },
): NamedFile | undefined {
  const metadata = readSkillMetadata(fs, { directory: skill, file, anyLink: true });
  if (metadata === undefined) return undefined;
  // A SKILL.md that cannot be read may have any name; loading it is refused.
  const stated = "fault" in metadata ? "" : (metadata.manifest.name ?? "");
  const names = new Set([foldName(baseName(skill)), foldName(stated)]);
  return { file, skill, names, searched };
}

/** The first path that leads to a skill counts. */
function keep({ fs, found }: Search, path: string, named: NamedFile): void {
  const real = fs.realPath(path) ?? path;
  if (!found.has(real)) found.set(real, named);
}

function findCommands(
  search: Search,
  folder: string,
  { searched, depth }: { readonly searched: string; readonly depth: number },
): void {
  for (const { name, kind } of listOrNothing(search.fs, folder)) {
    const path = `${folder}/${name}`;
    const isFolder = kind === "directory" || (kind === "symlink" && isNewFolder(search, path));
    if (isFolder && depth > 0) findCommands(search, path, { searched, depth: depth - 1 });
    if (isFolder || !/\.md$/i.test(name)) continue;
    keep(search, path, { file: path, names: new Set([foldName(name.replace(/\.md$/i, ""))]), searched });
  }
}

function listOrNothing(fs: FileSystem, folder: string): ReturnType<FileSystem["list"]> {
  try {
    return fs.list(folder);
  } catch (error) {
    if (error instanceof SkillError && error.code !== "walk-too-large") return [];
    throw error;
  }
}

function isNewFolder({ fs, followed }: Search, path: string): boolean {
  const real = fs.realPath(path);
  if (real === undefined || followed.has(real) || fs.stat(real)?.kind !== "directory") return false;
  followed.add(real);
  return true;
}

import { SkillError } from "@skillwright/core";
import { type DirectoryEntry, type FileSystem, readMetadata } from "@skillwright/core/discover";
import { cliLimits } from "../limits.ts";

/** A folder that is searched, how many levels below it, and whether also inside the folders of skills. */
export type SearchedFolder = { readonly path: string; readonly depth: number; readonly nested?: boolean };

/** A skill, or what an agent treats as one, with every name that it goes by. */
export type NamedFile = {
  readonly file: string;
  /** Folder that is the skill; absent for a command, which is a file alone. */
  readonly skill?: string;
  /** Folded: of the folder or file, and what a SKILL.md states. */
  readonly names: ReadonlySet<string>;
  /** The searched folder that it lies in. */
  readonly searched: string;
};

/** Every skill below some folders, once each, and every command below others; links are followed. */
export function listNamedFiles(
  fs: FileSystem,
  {
    skills,
    commands,
  }: { readonly skills: readonly SearchedFolder[]; readonly commands: readonly SearchedFolder[] },
): readonly NamedFile[] {
  const walk: Walk = { fs, linked: new Set(), found: new Map(), seen: 0 };
  for (const one of skills) visit(walk, one.path, { ...one, searched: one.path, isTop: true });
  for (const one of commands) visitCommands(walk, one.path, { ...one, searched: one.path, isTop: true });
  return [...walk.found.values()];
}

/**
 * Names are compared without regard to case, form and signs, since some agents replace signs; more skills than meant restrict
 * more.
 */
export function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** Where a folder's SKILL.md lies, links followed; undefined when it has none. */
export function skillFileIn(fs: FileSystem, folder: string): string | undefined {
  return fs.realPath(`${folder}/SKILL.md`) ?? fs.realPath(`${folder}/skill.md`);
}

type Walk = {
  readonly fs: FileSystem;
  /** Where links led that were followed: they may go in a circle. */
  readonly linked: Set<string>;
  /** By their real paths: links may lead to one from several places. */
  readonly found: Map<string, NamedFile>;
  /** Files and folders so far. */
  seen: number;
};

/** Where a walk is: `depth` is how many levels are left. */
type Level = Omit<SearchedFolder, "path"> & { readonly searched: string; readonly isTop: boolean };

function visit(walk: Walk, folder: string, level: Level): void {
  const goesOn = level.isTop || level.nested === true;
  if (visitSkill(walk, folder, { level, fileName: "SKILL.md" }) && !goesOn) return;
  if (level.depth <= 0) return;
  const entries = listOrNothing(walk, folder);
  // Most folders have a SKILL.md, so it is opened before anything is listed; the other spelling is rare.
  const isRare = entries.some(({ name }) => name === "skill.md");
  if (isRare && visitSkill(walk, folder, { level, fileName: "skill.md" }) && !goesOn) return;
  for (const path of foldersAmong(entries, folder, walk)) visit(walk, path, below(level));
}

function visitCommands(walk: Walk, folder: string, level: Level): void {
  const entries = listOrNothing(walk, folder);
  for (const { name, kind } of entries) {
    const file = `${folder}/${name}`;
    if (kind === "directory" || !/\.md$/i.test(name)) continue;
    const names = new Set([foldName(name.replace(/\.md$/i, ""))]);
    keep(walk, file, { file, names, searched: level.searched });
  }
  if (level.depth <= 0) return;
  for (const path of foldersAmong(entries, folder, walk)) visitCommands(walk, path, below(level));
}

function below(level: Level): Level {
  return { ...level, depth: level.depth - 1, isTop: false };
}

function foldersAmong(entries: readonly DirectoryEntry[], folder: string, walk: Walk): readonly string[] {
  return entries.flatMap(({ name, kind }) => {
    const path = `${folder}/${name}`;
    return kind === "directory" || (kind === "symlink" && isNewFolder(walk, path)) ? [path] : [];
  });
}

/** True when the folder is a skill. */
function visitSkill(
  walk: Walk,
  skill: string,
  { level, fileName }: { readonly level: Level; readonly fileName: string },
): boolean {
  const file = `${skill}/${fileName}`;
  const stated = readStatedName(walk.fs, file);
  if (stated === undefined) return false;
  const own = skill.slice(skill.lastIndexOf("/") + 1);
  const names = new Set([foldName(own), foldName(stated)]);
  keep(walk, skill, { file, skill, names, searched: level.searched });
  return true;
}

/** What two ways lead to counts as found on the first of them. */
function keep({ fs, found }: Walk, path: string, named: NamedFile): void {
  const real = fs.realPath(path) ?? path;
  if (!found.has(real)) found.set(real, named);
}

/** The name that a SKILL.md states; empty when it states none or cannot be read, undefined when it is not there. */
function readStatedName(fs: FileSystem, file: string): string | undefined {
  try {
    return statedName(fs, file);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    if (error.code === "file-missing") return undefined;
    const real = error.code === "file-is-link" ? fs.realPath(file) : undefined;
    // What cannot be read may have any name: only its folder tells, and whoever loads it is refused.
    return real === undefined || real === file ? "" : readStatedName(fs, real);
  }
}

/** Nearly all state it in one plain line, which needs no YAML. */
function statedName(fs: FileSystem, file: string): string {
  const start = decoder.decode(fs.read(file, firstBytes).bytes);
  const end = start.search(/\n---[ \t]*\r?\n/);
  // Whole lines only: the last one may go on.
  const head = start.slice(0, end === -1 ? start.lastIndexOf("\n") + 1 : end);
  const lines = head.match(/^name[ \t]*:.*$/gm) ?? [];
  const plain = lines.length === 1 ? /^name:[ \t]+([\w.:-]+)[ \t]*\r?$/.exec(lines[0] ?? "") : null;
  return plain?.[1] ?? readMetadata(fs, file).manifest.name ?? "";
}

/** The name comes first in nearly every frontmatter. */
const firstBytes = 512;
const decoder = new TextDecoder();

/** A folder that may not be read hides only itself: no agent of this user can load from it. */
function listOrNothing(walk: Walk, folder: string): readonly DirectoryEntry[] {
  let entries: readonly DirectoryEntry[];
  try {
    entries = walk.fs.list(folder);
  } catch (error) {
    if (error instanceof SkillError) return [];
    throw error;
  }
  walk.seen += entries.length;
  if (walk.seen <= cliLimits.guardedSkillEntries) return entries;
  throw new SkillError("walk-too-large", { path: folder, max: cliLimits.guardedSkillEntries });
}

function isNewFolder({ fs, linked }: Walk, path: string): boolean {
  const real = fs.realPath(path);
  if (real === undefined || linked.has(real) || fs.stat(real)?.kind !== "directory") return false;
  linked.add(real);
  return true;
}

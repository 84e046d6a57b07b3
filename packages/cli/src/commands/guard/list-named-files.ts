import { SkillError } from "@skillwright/core";
import { type DirectoryEntry, type FileSystem, readMetadata } from "@skillwright/core/discover";
import { cliLimits } from "../../limits.ts";

/** A folder to search, how deep, and whether to look inside skill folders too. */
export type SearchedFolder = { readonly path: string; readonly depth: number; readonly nested?: boolean };

/** A skill or a command file, with every name it goes by. */
export type NamedFile = {
  readonly file: string;
  /** The skill's folder; absent for a command, which is a single file. */
  readonly skill?: string;
  /** Normalized names: of the folder or file, and from SKILL.md. */
  readonly names: ReadonlySet<string>;
  /** The searched folder that contains it. */
  readonly searched: string;
};

/** Lists every skill and command in the given folders once, following links. */
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
 * Normalizes case, Unicode form and punctuation, since some agents replace punctuation. Extra matches only restrict more.
 */
export function foldName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** The real path of a folder's SKILL.md, if it has one. */
export function skillFileIn(fs: FileSystem, folder: string): string | undefined {
  return fs.realPath(`${folder}/SKILL.md`) ?? fs.realPath(`${folder}/skill.md`);
}

type Walk = {
  readonly fs: FileSystem;
  /** Targets of followed links, to avoid cycles. */
  readonly linked: Set<string>;
  /** By real path, since several links may lead to one skill. */
  readonly found: Map<string, NamedFile>;
  /** Number of entries visited. */
  seen: number;
};

/** Position in the walk; `depth` is the number of levels left. */
type Level = Omit<SearchedFolder, "path"> & { readonly searched: string; readonly isTop: boolean };

function visit(walk: Walk, folder: string, level: Level): void {
  const goesOn = level.isTop || level.nested === true;
  if (visitSkill(walk, folder, { level, fileName: "SKILL.md" }) && !goesOn) return;
  if (level.depth <= 0) return;
  const entries = listOrNothing(walk, folder);
  // Most folders have a SKILL.md, so try it before listing; the other spelling is rare.
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

/** Returns whether the folder is a skill. */
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

/** The first path to a skill wins. */
function keep({ fs, found }: Walk, path: string, named: NamedFile): void {
  const real = fs.realPath(path) ?? path;
  if (!found.has(real)) found.set(real, named);
}

/** The `name` in a SKILL.md; empty if missing or unreadable, undefined if there is no file. */
function readStatedName(fs: FileSystem, file: string): string | undefined {
  try {
    return statedName(fs, file);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    if (error.code === "file-missing") return undefined;
    const real = error.code === "file-is-link" ? fs.realPath(file) : undefined;
    // An unreadable file may have any name; it is matched by folder, and loading it is refused.
    return real === undefined || real === file ? "" : readStatedName(fs, real);
  }
}

/** Fast path: nearly all names are one plain line, which needs no YAML parser. */
function statedName(fs: FileSystem, file: string): string {
  const start = decoder.decode(fs.read(file, firstBytes).bytes);
  const end = start.search(/\n---[ \t]*\r?\n/);
  // Whole lines only; the last one may be cut.
  const head = start.slice(0, end === -1 ? start.lastIndexOf("\n") + 1 : end);
  const lines = head.match(/^name[ \t]*:.*$/gm) ?? [];
  const plain = lines.length === 1 ? /^name:[ \t]+([\w.:-]+)[ \t]*\r?$/.exec(lines[0] ?? "") : null;
  return plain?.[1] ?? readMetadata(fs, file).manifest.name ?? "";
}

const firstBytes = 512;
const decoder = new TextDecoder();

/** An unreadable folder counts as empty: this user's agents cannot read it either. */
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

import { type DirectoryEntry, type FileSystem, limits, readMetadata, SkillError } from "@skillwright/core";

/** The folders of skills below some roots that go by one of these names: by their own, or by what their SKILL.md states. */
export function findNamedFolders(
  fs: FileSystem,
  roots: readonly string[],
  names: ReadonlySet<string>,
): readonly string[] {
  const walk: Walk = { fs, names, linked: new Set(), found: new Map(), seen: 0 };
  for (const root of roots) visit(walk, root, 0);
  return [...walk.found.values()];
}

/** Names are compared without regard to case and form, since some agents do; more skills than meant restrict more. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Where a folder's SKILL.md lies, links followed; undefined when it has none. */
export function skillFileIn(fs: FileSystem, folder: string): string | undefined {
  return fs.realPath(`${folder}/SKILL.md`) ?? fs.realPath(`${folder}/skill.md`);
}

type Walk = {
  readonly fs: FileSystem;
  readonly names: ReadonlySet<string>;
  /** Where links led that were followed: they may go in a circle. */
  readonly linked: Set<string>;
  /** By their real paths: links may lead to one from several places. */
  readonly found: Map<string, string>;
  /** Files and folders so far. */
  seen: number;
};

function visit(walk: Walk, folder: string, depth: number): void {
  if (visitSkill(walk, folder, "SKILL.md") && depth > 0) return;
  if (depth >= limits.rootDepth) return;
  const entries = listOrNothing(walk, folder);
  // Most folders have a SKILL.md, so it is opened before anything is listed; the other spelling is rare.
  const isRare = entries.some(({ name }) => name === "skill.md");
  if (isRare && visitSkill(walk, folder, "skill.md") && depth > 0) return;
  for (const { name, kind } of entries) {
    const path = `${folder}/${name}`;
    if (kind === "directory" || (kind === "symlink" && isNewFolder(walk, path))) visit(walk, path, depth + 1);
  }
}

/** True when the folder is a skill, whatever it is called. */
function visitSkill({ fs, names, found }: Walk, folder: string, fileName: string): boolean {
  const stated = readStatedName(fs, `${folder}/${fileName}`);
  if (stated === undefined) return false;
  const own = folder.slice(folder.lastIndexOf("/") + 1);
  if (names.has(foldName(own)) || names.has(foldName(stated)))
    found.set(fs.realPath(folder) ?? folder, folder);
  return true;
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
  if (walk.seen <= limits.guardedSkillEntries) return entries;
  throw new SkillError("walk-too-large", { path: folder, max: limits.guardedSkillEntries });
}

function isNewFolder({ fs, linked }: Walk, path: string): boolean {
  const real = fs.realPath(path);
  if (real === undefined || linked.has(real) || fs.stat(real)?.kind !== "directory") return false;
  linked.add(real);
  return true;
}

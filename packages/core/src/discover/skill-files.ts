import { attempt } from "../fs/file-error.ts";
import type { DirectoryEntry, FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { baseName } from "../path/path.ts";
import { decodeUtf8 } from "../text/utf8.ts";
import { isSkillFile, resolveInside, resourceFolders, skippedFolders } from "./layout.ts";
import { discoverLimits } from "./limits.ts";

type SkillFile = {
  /** Path inside the skill, with `/`. */
  readonly path: string;
  readonly kind: "file" | "symlink" | "other";
};

type FileBytes = { readonly bytes: Uint8Array; readonly size: number; readonly executable: boolean };
type LeftOutFiles = { readonly files: readonly SkillFile[]; readonly isComplete: boolean };

/** The files of a skill, read only when a rule asks for them. */
export type SkillFiles = {
  /** All files, sorted; `.git`, `node_modules` and nested skills are left out. */
  all(): readonly SkillFile[];
  exists(path: string): boolean;
  isExecutable(path: string): boolean;
  /** Text of a file; undefined when it is missing, binary or over the size limit. */
  read(path: string): string | undefined;
  /** At most `maxBytes` of a file, and its whole size; undefined when it is missing, unreadable or outside the skill. */
  bytes(path: string, maxBytes: number): FileBytes | undefined;
  /** Folders that were not searched: too deep, or never part of a skill. */
  leftOut(): readonly string[];
  /** Folders of other skills inside this one, whose files are theirs. */
  nestedSkills(): readonly string[];
  /** Files below a folder that was left out, up to a number, and whether there are more. */
  within(folder: string, maxFiles: number): LeftOutFiles;
  /** Whether the skill's directory is a link under another name. */
  isLinked(): boolean;
  /** False when a path leaves the skill, through a link or `..`, or does not exist. */
  staysInside(path: string): boolean;
};

/** `entries` are the directory's, if the caller has listed it already. */
export function createSkillFiles(
  fs: FileSystem,
  directory: string,
  entries?: readonly DirectoryEntry[],
): SkillFiles {
  const texts = new Map<string, FileText | undefined>();
  let listing: Listing | undefined;
  let listedFiles: ReadonlySet<string> | undefined;
  const at = (path: string): string => `${directory}/${path}`;
  const list = (): Listing => {
    listing ??= listFiles(fs, directory, entries);
    return listing;
  };
  /** A path listed as a file is not behind a link; any other path may be, so it is resolved. */
  const realPath = (path: string): string | undefined => {
    listedFiles ??=
      listing && new Set(listing.files.flatMap(({ path, kind }) => (kind === "file" ? [path] : [])));
    return listedFiles?.has(path) ? at(path) : resolveInside(fs, directory, at(path));
  };
  const readText = (path: string): FileText | undefined => {
    const real = realPath(path);
    return real === undefined ? undefined : readBounded(fs, real);
  };
  const readBytes = (path: string, maxBytes: number): FileBytes | undefined => {
    const real = realPath(path);
    return real === undefined ? undefined : fs.read(real, maxBytes);
  };
  const read = (path: string): string | undefined => {
    if (!texts.has(path))
      texts.set(
        path,
        attempt(() => readText(path)),
      );
    return texts.get(path)?.text;
  };
  return {
    all: () => list().files,
    leftOut: () => list().leftOut,
    nestedSkills: () => list().nestedSkills,
    isLinked: () => isLinked(fs, directory),
    exists: (path) => attempt(() => fs.stat(at(path))) !== undefined,
    isExecutable: (path) => (texts.get(path) ?? attempt(() => fs.stat(at(path))))?.executable ?? false,
    read,
    bytes: (path, maxBytes) => attempt(() => readBytes(path, maxBytes)),
    within: (folder, maxFiles) => listLeftOut(fs, { directory, folder, maxFiles }),
    staysInside: (path) => attempt(() => resolveInside(fs, directory, at(path))) !== undefined,
  };
}

/** `.` and `..` cannot differ from the real name. */
function isLinked(fs: FileSystem, directory: string): boolean {
  const name = baseName(directory);
  if (name === "" || name === "." || name === "..") return false;
  return (
    attempt(() => fs.realPath(directory))
      ?.split("/")
      .at(-1) !== name
  );
}

/** For a skill that comes without files, from standard input or an editor. */
export const noFiles: SkillFiles = {
  all: () => [],
  leftOut: () => [],
  nestedSkills: () => [],
  isLinked: () => false,
  exists: () => true,
  isExecutable: () => true,
  read: () => undefined,
  bytes: () => undefined,
  within: () => ({ files: [], isComplete: true }),
  staysInside: () => true,
};

type Listing = {
  readonly files: readonly SkillFile[];
  readonly leftOut: readonly string[];
  readonly nestedSkills: readonly string[];
};

function listFiles(fs: FileSystem, directory: string, known: readonly DirectoryEntry[] | undefined): Listing {
  const files: SkillFile[] = [];
  const leftOut: string[] = [];
  const nestedSkills: string[] = [];
  let seen = 0;
  const visit = (folder: string, depth: number): void => {
    const path = folder === "" ? directory : `${directory}/${folder}`;
    const entries = (folder === "" ? known : undefined) ?? attempt(() => fs.list(path)) ?? [];
    seen += entries.length;
    if (seen > discoverLimits.walkEntries) return;
    if (isNestedSkill(folder, entries)) {
      nestedSkills.push(folder);
      return;
    }
    for (const { name, kind } of entries) {
      if (files.length >= limits.filesPerSkill) return;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind !== "directory") files.push({ path, kind });
      else if (depth < discoverLimits.skillDepth && !skippedFolders.has(name)) visit(path, depth + 1);
      else leftOut.push(path);
    }
  };
  visit("", 0);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut, nestedSkills };
}

type LeftOutRequest = { readonly directory: string; readonly folder: string; readonly maxFiles: number };

/** Folders first in, first out, so that a bound cuts off what lies deepest. */
function listLeftOut(fs: FileSystem, { directory, folder, maxFiles }: LeftOutRequest): LeftOutFiles {
  const files: SkillFile[] = [];
  const folders = [folder];
  for (const current of folders) {
    for (const { name, kind } of attempt(() => fs.list(`${directory}/${current}`)) ?? []) {
      if (files.length >= maxFiles || folders.length > limits.filesPerSkill)
        return { files, isComplete: false };
      const path = `${current}/${name}`;
      if (kind === "directory") folders.push(path);
      else files.push({ path, kind });
    }
  }
  return { files, isComplete: true };
}

/** A nested skill owns its files; a folder among a skill's resources is never a skill. */
function isNestedSkill(folder: string, entries: readonly DirectoryEntry[]): boolean {
  if (folder === "" || !entries.some(isSkillFile)) return false;
  const [first = ""] = folder.split("/");
  return !resourceFolders.has(first);
}

type FileText = { readonly text: string; readonly executable: boolean };

function readBounded(fs: FileSystem, path: string): FileText | undefined {
  const { bytes, size, executable } = fs.read(path, limits.bundledFileBytes);
  const text = size > limits.bundledFileBytes ? undefined : decodeUtf8(bytes);
  return text === undefined || text.includes("\0") ? undefined : { text, executable };
}

import type { FileSystem } from "@skillwright/core";
import type { FileKind } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { baseName, joinPath, parentFolder, relativePath } from "@skillwright/core/path";
import { packagingLimits } from "../limits.ts";

/** What is at a path where a skill belongs. */
export type FolderState =
  | { readonly kind: "missing" }
  /** `leadsTo` is the real path; undefined for a link to nothing. */
  | { readonly kind: "link"; readonly leadsTo: string | undefined }
  /** A file or something else that is not a folder. */
  | { readonly kind: "other" }
  | InstalledFolder;

export type InstalledFolder = {
  readonly kind: "folder";
  /** The files and links that were asked for, by path. */
  readonly files: ReadonlyMap<string, DiskEntry>;
  /** Everything else; the path of a folder ends with `/`. */
  readonly extras: readonly string[];
};

export type DiskEntry = {
  /** As in the lock: the hash of a file, `link:` and the target of a link; `other` for what is neither. */
  readonly hash: string;
  readonly executable: boolean;
  /** The bytes of a file whose hash is not the expected one. */
  readonly bytes?: Uint8Array;
};

/** What to look for in a folder: its files with the hashes that are expected, and further paths. */
export type Expected = {
  readonly files: Readonly<Record<string, string>>;
  readonly further?: Iterable<string>;
  /** Every other file is read too, up to the size of a package. */
  readonly isWhole?: boolean;
};

/** Reads what is at a path. Folders without an expected file are not searched: they may be as large as `node_modules`. */
export function readFolderState(fs: FileSystem, path: string, expected: Expected): FolderState {
  const kind = kindAt(fs, path);
  if (kind === undefined) return { kind: "missing" };
  if (kind === "symlink") return { kind: "link", leadsTo: fs.realPath(path) };
  return kind === "directory" ? readFolder(fs, path, expected) : { kind: "other" };
}

/** The kind of what is at a path, links not followed; undefined for nothing. */
export function kindAt(fs: FileSystem, path: string): FileKind | undefined {
  const real = fs.realPath(path);
  // Quick in the usual cases: a real path is no link, and a missing one is one only if a listing shows it.
  if (real === path) return fs.stat(real)?.kind;
  const parent = parentFolder(path);
  const realParent = parent === undefined ? undefined : fs.realPath(parent);
  if (realParent === undefined) return undefined;
  if (real === joinPath(realParent, baseName(path))) return fs.stat(real)?.kind;
  return fs.list(realParent).find(({ name }) => name === baseName(path))?.kind;
}

/** Reads a folder that is known to be one. */
export function readFolder(fs: FileSystem, root: string, expected: Expected): InstalledFolder {
  const { files, further = [], isWhole = false } = expected;
  const wanted = new Set([...Object.keys(files), ...further]);
  const parents = new Set<string>();
  for (const path of wanted)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (parents.has(path.slice(0, end))) break;
      parents.add(path.slice(0, end));
    }
  const found = new Map<string, DiskEntry>();
  const extras: string[] = [];
  let room: number = isWhole ? packagingLimits.treeBytes : 0;
  const hasRoom = (): boolean => room > 0 && found.size < packagingLimits.treeFiles;
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const listed = fs.list(folder === "" ? root : joinPath(root, folder));
    if (listed.length === 0 && isWhole && folder !== "" && !parents.has(folder)) extras.push(`${folder}/`);
    for (const { name, kind } of listed) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind === "directory" && (parents.has(path) || hasRoom())) pending.push(path);
      else if (kind !== "directory" && (wanted.has(path) || hasRoom())) {
        const entry = readEntry(fs, { root, path, kind, expected: files[path] });
        found.set(path, entry);
        room -= entry.bytes?.length ?? 0;
      } else extras.push(kind === "directory" ? `${path}/` : path);
    }
  }
  return { kind: "folder", files: found, extras: extras.sort() };
}

type EntryToRead = {
  readonly root: string;
  readonly path: string;
  readonly kind: FileKind;
  readonly expected: string | undefined;
};

function readEntry(fs: FileSystem, { root, path, kind, expected }: EntryToRead): DiskEntry {
  const at = joinPath(root, path);
  if (kind === "symlink") return { hash: `link:${targetOf(fs, root, at)}`, executable: false };
  if (kind !== "file") return { hash: "other", executable: false };
  const { bytes, size, executable } = fs.read(at, packagingLimits.fileBytes);
  // Larger than any file of a package, so the user put it there.
  if (size !== bytes.length) return { hash: "other", executable };
  const hash = nodeSha256(bytes);
  return hash === expected ? { hash, executable } : { hash, executable, bytes };
}

/** The final target of a link relative to the folder; `?` for one that leads nowhere or out of it. */
function targetOf(fs: FileSystem, root: string, path: string): string {
  const [realRoot, target] = [fs.realPath(root), fs.realPath(path)];
  if (realRoot === undefined || target === undefined) return "?";
  return relativePath(realRoot, target) ?? "?";
}

import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileStat, FileSystem, ReadResult } from "./file-system.ts";

export type MemoryFile = { readonly content: string | Uint8Array; readonly executable?: boolean };
export type MemoryFiles = Readonly<Record<string, string | Uint8Array | MemoryFile>>;

type StoredFile = { readonly bytes: Uint8Array; readonly executable: boolean; readonly changedMs: number };
type Folder = { readonly entries: Map<string, Folder | StoredFile>; changedMs: number };

/**
 * A file system in memory, for tests, editors and browsers. Keys are paths, relative ones start at `/`; folders exist
 * while they contain files. There is no clock: times count the writes.
 */
export function createMemoryFileSystem(initial: MemoryFiles = {}): FileSystem {
  const root: Folder = { entries: new Map(), changedMs: 0 };
  let writes = 0;
  for (const [path, value] of Object.entries(initial)) store(root, path, toStored(value));
  return {
    stat: (path) => stat(find(root, path)),
    list: (path) => list(find(root, path), path),
    read: (path, maxBytes) => read(find(root, path), path, maxBytes),
    realPath: (path) => (find(root, path) ? `/${partsOf(path).join("/")}` : undefined),
    write: (path, bytes, options = {}) => {
      const existing = find(root, path);
      const executable = options.executable ?? (isFolder(existing) ? false : (existing?.executable ?? false));
      writes++;
      store(root, path, { bytes: bytes.slice(), executable, changedMs: writes });
    },
  };
}

function toStored(value: string | Uint8Array | MemoryFile): StoredFile {
  if (typeof value === "string")
    return { bytes: new TextEncoder().encode(value), executable: false, changedMs: 0 };
  if (value instanceof Uint8Array) return { bytes: value, executable: false, changedMs: 0 };
  return { ...toStored(value.content), executable: value.executable ?? false };
}

/** Normalizes `.`, `..` and double slashes, so that each file has one path. */
function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts;
}

function isFolder(node: Folder | StoredFile | undefined): node is Folder {
  return node !== undefined && "entries" in node;
}

function find(root: Folder, path: string): Folder | StoredFile | undefined {
  let node: Folder | StoredFile | undefined = root;
  for (const part of partsOf(path)) node = isFolder(node) ? node.entries.get(part) : undefined;
  return node;
}

function store(root: Folder, path: string, file: StoredFile): void {
  const parts = partsOf(path);
  let folder = root;
  for (const part of parts.slice(0, -1)) folder = openFolder(folder, part, { path, now: file.changedMs });
  const name = parts.at(-1);
  if (name === undefined || isFolder(folder.entries.get(name)))
    throw new SkillError("file-not-regular", { path });
  if (!folder.entries.has(name)) folder.changedMs = file.changedMs;
  folder.entries.set(name, file);
}

function openFolder(
  parent: Folder,
  name: string,
  at: { readonly path: string; readonly now: number },
): Folder {
  const existing = parent.entries.get(name);
  if (isFolder(existing)) return existing;
  if (existing) throw new SkillError("file-not-regular", { path: at.path });
  const folder: Folder = { entries: new Map(), changedMs: at.now };
  parent.entries.set(name, folder);
  parent.changedMs = at.now;
  return folder;
}

function stat(node: Folder | StoredFile | undefined): FileStat | undefined {
  if (node === undefined) return undefined;
  const { changedMs } = node;
  const times = { modifiedMs: changedMs, changedMs };
  if (isFolder(node)) return { kind: "directory", size: 0, executable: true, ...times };
  return { kind: "file", size: node.bytes.length, executable: node.executable, ...times };
}

function list(node: Folder | StoredFile | undefined, path: string): readonly DirectoryEntry[] {
  if (!isFolder(node)) throw new SkillError("file-missing", { path });
  return [...node.entries]
    .map(([name, child]): DirectoryEntry => ({ name, kind: isFolder(child) ? "directory" : "file" }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function read(node: Folder | StoredFile | undefined, path: string, maxBytes: number): ReadResult {
  if (node === undefined) throw new SkillError("file-missing", { path });
  if (isFolder(node)) throw new SkillError("file-not-regular", { path });
  const { bytes, changedMs, executable } = node;
  return { bytes: bytes.slice(0, maxBytes), size: bytes.length, changedMs, executable };
}

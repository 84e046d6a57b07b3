import { SkillError } from "../error.ts";
import type { DirectoryEntry, FileStat, FileSystem, ReadResult } from "./file-system.ts";

export type MemoryFile = { readonly content: string | Uint8Array; readonly executable?: boolean };
export type MemoryFiles = Readonly<Record<string, string | Uint8Array | MemoryFile>>;

type StoredFile = { readonly bytes: Uint8Array; readonly executable: boolean };

/** Files in memory, for tests, editors and browsers. Keys are paths; folders exist because files are in them. */
export function createMemoryFileSystem(initial: MemoryFiles = {}): FileSystem {
  const files = new Map<string, StoredFile>();
  for (const [path, value] of Object.entries(initial)) files.set(normalise(path), toStored(value));
  return {
    stat: (path) => stat(files, normalise(path)),
    list: (path) => list(files, normalise(path)),
    read: (path, maxBytes) => read(files, path, maxBytes),
    realPath: (path) => (stat(files, normalise(path)) ? normalise(path) : undefined),
    write: (path, bytes, options = {}) => {
      const executable = options.executable ?? files.get(normalise(path))?.executable ?? false;
      files.set(normalise(path), { bytes: bytes.slice(), executable });
    },
  };
}

function toStored(value: string | Uint8Array | MemoryFile): StoredFile {
  if (typeof value === "string") return { bytes: new TextEncoder().encode(value), executable: false };
  if (value instanceof Uint8Array) return { bytes: value, executable: false };
  return { ...toStored(value.content), executable: value.executable ?? false };
}

/** Folds `.` and `..` and doubled slashes, so that one file has one key. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0) parts.pop();
    else if (part !== "..") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

function stat(files: ReadonlyMap<string, StoredFile>, path: string): FileStat | undefined {
  const file = files.get(path);
  if (file) return { kind: "file", size: file.bytes.length, executable: file.executable, modifiedMs: 0 };
  if (!isFolder(files, path)) return undefined;
  return { kind: "directory", size: 0, executable: true, modifiedMs: 0 };
}

function isFolder(files: ReadonlyMap<string, StoredFile>, path: string): boolean {
  const prefix = prefixOf(path);
  return prefix === "" || files.keys().some((key) => key.startsWith(prefix));
}

function prefixOf(path: string): string {
  return path === "" || path.endsWith("/") ? path : `${path}/`;
}

function list(files: ReadonlyMap<string, StoredFile>, path: string): readonly DirectoryEntry[] {
  const found = stat(files, path);
  if (found?.kind !== "directory") throw new SkillError("file-missing", { path });
  const prefix = prefixOf(path);
  const kinds = new Map<string, "file" | "directory">();
  for (const key of files.keys()) {
    if (!key.startsWith(prefix)) continue;
    const [name = "", ...rest] = key.slice(prefix.length).split("/");
    kinds.set(name, rest.length > 0 ? "directory" : "file");
  }
  return [...kinds].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function read(files: ReadonlyMap<string, StoredFile>, path: string, maxBytes: number): ReadResult {
  const file = files.get(normalise(path));
  if (file) return { bytes: file.bytes.slice(0, maxBytes), size: file.bytes.length };
  const code = isFolder(files, normalise(path)) ? "file-not-regular" : "file-missing";
  throw new SkillError(code, { path });
}

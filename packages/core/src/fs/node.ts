import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { SkillError } from "../error.ts";
import { attemptOn, systemCode, toFileError } from "./file-error.ts";
import type { FileKind, FileStat, FileSystem, ReadResult, WriteOptions } from "./file-system.ts";

/** The real disk. */
export function createNodeFileSystem(): FileSystem {
  const allocate = createAllocator();
  return {
    stat,
    list,
    read: (path, maxBytes, { isResolved = false } = {}) => read({ path, maxBytes, isResolved }, allocate),
    realPath,
    write,
  };
}

const slabBytes = 1_048_576;

/** Hands out slices of large buffers: thousands of small buffers would keep the garbage collector busy. */
function createAllocator(): (size: number) => Buffer {
  let slab = Buffer.alloc(0);
  let used = 0;
  return (size) => {
    if (size > slabBytes / 8) return Buffer.allocUnsafeSlow(size);
    if (used + size > slab.length) {
      slab = Buffer.allocUnsafeSlow(slabBytes);
      used = 0;
    }
    used += size;
    return slab.subarray(used - size, used);
  };
}

const quietly = { throwIfNoEntry: false } as const;

function stat(path: string): FileStat | undefined {
  try {
    const found = statSync(path, quietly);
    return found && toFileStat(found);
  } catch (error) {
    throw toFileError(path, error);
  }
}

function list(path: string): { name: string; kind: FileKind }[] {
  const entries = attemptOn(path, () => readdirSync(path, { withFileTypes: true }));
  return entries
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

// O_NONBLOCK: opening a FIFO without a writer would otherwise block forever.
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

type FileToRead = { readonly path: string; readonly maxBytes: number; readonly isResolved: boolean };

function read({ path, maxBytes, isResolved }: FileToRead, allocate: (size: number) => Buffer): ReadResult {
  const descriptor = open(path);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new SkillError("file-not-regular", { path });
    if (isResolved && !liesAt(path, descriptor, found)) throw new SkillError("file-is-link", { path });
    const room = allocate(Math.min(found.size, maxBytes));
    const filled = fill(descriptor, room);
    const bytes = filled === room.length ? room : room.subarray(0, filled);
    return { bytes, size: found.size, changedMs: found.ctimeMs, executable: isExecutable(found) };
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number {
  try {
    return openSync(path, readFlags);
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** Linux reports the path of an open file. Elsewhere the path must still lead to the same file and through no link. */
function liesAt(path: string, descriptor: number, found: Stats): boolean {
  if (process.platform === "linux" && existsSync("/proc/self/fd"))
    return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
  const now = lstatSync(path, quietly);
  return realPath(path) === path && now?.ino === found.ino && now.dev === found.dev;
}

function fill(descriptor: number, bytes: Buffer): number {
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR") return undefined;
    throw toFileError(path, error);
  }
}

function write(path: string, bytes: Uint8Array, options: WriteOptions = {}): void {
  attemptOn(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const existing = lstatSync(path, { throwIfNoEntry: false });
    // Write through a link to its target: renaming over it would turn the link into a copy.
    const isLink = existing?.isSymbolicLink() ?? false;
    const target = isLink && !options.replacesLink ? realpathSync.native(path) : path;
    const found = isLink && options.replacesLink ? undefined : existing && statSync(target);
    // Renaming over a pipe or device would replace it.
    if (found && !found.isFile()) throw new SkillError("file-not-regular", { path });
    // A rename checks only the folder's permissions; a read-only file is meant to stay.
    if (found && (found.mode & 0o222) === 0) throw new SkillError("file-forbidden", { path });
    const temporary = `${target}.${process.pid}.tmp`;
    try {
      // Private until it has the mode of the file it replaces.
      writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 });
      chmodSync(temporary, modeOf(found, options.executable));
      if (found && found.uid !== process.getuid?.()) chownSync(temporary, found.uid, found.gid);
      renameSync(temporary, target);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") unlinkQuietly(temporary);
      throw error;
    }
  });
}

function modeOf(found: Stats | undefined, executable: boolean | undefined): number {
  const mode = found ? found.mode & 0o777 : 0o644;
  if (executable === undefined) return mode;
  // Everyone who may read it may run it.
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

function toFileStat(found: Stats): FileStat {
  return {
    kind: kindOf(found),
    size: found.size,
    executable: isExecutable(found),
    modifiedMs: found.mtimeMs,
    changedMs: found.ctimeMs,
  };
}

function isExecutable({ mode }: Stats): boolean {
  return (mode & 0o111) !== 0;
}

function kindOf(entry: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}

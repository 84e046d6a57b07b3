import { type DigestEntry, digestFiles } from "../digest/digest-files.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { clients } from "../discover/clients.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { baseName, joinPath, parentFolder } from "../path/path.ts";
import { compact } from "../text/compact.ts";
import { isJsonObject, parseJson } from "../text/json.ts";
import { decodeUtf8 } from "../text/utf8.ts";

/** An installed skill as a `skillwright.lock` has it. */
export type LockRecord = {
  /** The lock's file. */
  readonly lockPath: string;
  /** The name it is installed under. */
  readonly name: string;
  /** The name in its SKILL.md, if that is another one. */
  readonly skill?: string;
  readonly package?: string;
  readonly version?: string;
  readonly source: string;
  readonly digest: string;
  /** Every file with its SHA-256 in hexadecimal, or `link:` and the target. */
  readonly files: Readonly<Record<string, string>>;
};

/** Where locks are besides projects. */
export type LockSearch = {
  readonly home?: string | undefined;
  /** The lock of the skills in the home folder. */
  readonly userLock?: string | undefined;
};

/**
 * What locks say about the skill in a folder: those of the project or home folder whose agents read it there, and where a link leads.
 * Reads plain JSON, since every hook and session may start with this. A lock that cannot be read is an error, never an empty lock.
 */
export function findLockRecords(
  fs: FileSystem,
  directories: readonly string[],
  search: LockSearch,
): readonly LockRecord[] {
  const found = new Map<string, LockRecord>();
  for (const directory of new Set(directories))
    for (const lockPath of locksFor(fs, directory, search)) {
      const name = baseName(directory);
      const record = readRecord(fs, lockPath, name);
      if (record) found.set(`${lockPath}\0${name}`, record);
    }
  return [...found.values()];
}

const lockName = "skillwright.lock";

/** The folders, relative to a project, that any agent reads skills from. */
const projectFolders: ReadonlySet<string> = new Set(clients.flatMap(({ project }) => project));
const personalFolders: ReadonlySet<string> = new Set(
  clients.flatMap(({ personal }) =>
    personal.flatMap((path) => (path.startsWith("~/") ? [path.slice(2)] : [])),
  ),
);

/** All of them count: one that was put closer must not replace another one. */
function locksFor(fs: FileSystem, directory: string, { home, userLock }: LockSearch): ReadonlySet<string> {
  const parent = parentFolder(directory);
  if (parent === undefined) return new Set();
  const homes = new Set(home === undefined ? [] : [home, fs.realPath(home) ?? home]);
  const isPersonal = [...homes].some((path) =>
    [...personalFolders].some((folder) => joinPath(path, folder) === parent),
  );
  const roots = [...projectFolders].flatMap((folder) =>
    parent.endsWith(`/${folder}`) ? [parent.slice(0, -folder.length - 1) || "/"] : [],
  );
  const isUsers = isPersonal || roots.some((root) => homes.has(root));
  return new Set([
    ...roots.map((root) => joinPath(root, lockName)),
    ...(isUsers && userLock !== undefined ? [userLock] : []),
  ]);
}

function readRecord(fs: FileSystem, lockPath: string, name: string): LockRecord | undefined {
  if (fs.stat(lockPath) === undefined) return undefined;
  const fail = (reason: string) => new SkillError("lock-unreadable", { path: lockPath, reason });
  const { bytes, size } = fs.read(lockPath, limits.lockBytes);
  if (size > bytes.length) throw fail(`it has more than ${limits.lockBytes} bytes`);
  const text = decodeUtf8(bytes);
  const lock = text === undefined ? undefined : parseJson(text);
  if (!isJsonObject(lock) || !isJsonObject(lock.skills))
    throw fail("it is not JSON with a list of skills; `skillwright verify` says more");
  const found = Object.hasOwn(lock.skills, name) ? lock.skills[name] : undefined;
  if (found === undefined) return undefined;
  const record = toRecord(found);
  if (record === undefined) throw fail(`what it says about ${name} is not complete`);
  return { lockPath, name, ...record };
}

function toRecord(found: unknown): Omit<LockRecord, "lockPath" | "name"> | undefined {
  if (!isJsonObject(found) || !isJsonObject(found.files)) return undefined;
  const { digest, source } = found;
  const files = Object.entries(found.files).flatMap(([path, hash]) =>
    typeof hash === "string" ? [[path, hash] as const] : [],
  );
  if (typeof digest !== "string" || typeof source !== "string") return undefined;
  if (files.length !== Object.keys(found.files).length) return undefined;
  const text = (key: string): string | undefined => {
    const value = found[key];
    return typeof value === "string" ? value : undefined;
  };
  const named = { skill: text("skill"), package: text("package"), version: text("version") };
  return { source, digest, files: Object.fromEntries(files), ...compact(named) };
}

/** The digest of a lock's list of files; undefined if the list is not one that a skill can have. */
export function digestLocked(files: Readonly<Record<string, string>>, sha256: Sha256): string | undefined {
  const entries = Object.entries(files).map(
    ([path, hash]): DigestEntry =>
      hash.startsWith("link:") ? { path, linksTo: hash.slice("link:".length) } : { path, hash },
  );
  try {
    return digestFiles(entries, sha256);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

import type { FileSystem } from "@skillwright/core";
import { SkillError } from "@skillwright/core";
import { installationFolder } from "@skillwright/core/discover";
import { baseName, isInside, joinPath, parentFolder } from "@skillwright/core/path";
import { parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { agentFolders, type Place, resolveFolder, storeFolder } from "../plan/place.ts";
import { pathFault } from "../tree/path-fault.ts";
import type { Disk } from "./disk.ts";

/**
 * What an installation does to a disk, in an order in which every step can be found done or not done. Written when everything is
 * prepared, removed when everything is done: from the first moment on an installation can be finished or taken back.
 */
export type Journal = { readonly moves: readonly Move[]; readonly files: readonly FileStep[] };

/**
 * Swaps what is at `folder/name`. What was there goes to `old/NUMBER` in a working folder beside it, what comes waits in `new/NUMBER`, and
 * `carries` are moved from one into the other.
 */
export type Move = {
  readonly folder: string;
  readonly name: string;
  readonly kind: "folder" | "link";
  readonly hasOld: boolean;
  readonly hasNew: boolean;
  /** The files that go and come, with their hashes as in the lock. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** Everything else in the folder, which stays; the path of a folder ends with `/`. */
  readonly carries: readonly string[];
};

/** Bytes in Base64; absent where there is no file. */
export type FileStep = {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

export function workFolder(folder: string): string {
  return joinPath(folder, installationFolder);
}

export function oldPath({ folder }: Move, number: number): string {
  return `${workFolder(folder)}/old/${number}`;
}

export function newPath({ folder }: Move, number: number): string {
  return `${workFolder(folder)}/new/${number}`;
}

const hashes = z.record(z.string(), z.string());
const isPlain = (path: string): boolean => !/(?:^|\/)\.{0,2}(?:\/|$)|\0/.test(path.replace(/\/$/, ""));
const isName = (name: string): boolean => pathFault(name) === undefined && !name.includes("/");
const journalSchema = z.strictObject({
  moves: z.array(
    z.strictObject({
      folder: z.string(),
      name: z.string().refine(isName),
      kind: z.enum(["folder", "link"]),
      hasOld: z.boolean(),
      hasNew: z.boolean(),
      before: hashes,
      after: hashes,
      carries: z.array(z.string().refine(isPlain)),
    }),
  ),
  files: z.array(
    z.strictObject({ path: z.string(), before: z.base64().optional(), after: z.base64().optional() }),
  ),
});

type JournalFile = { readonly fs: FileSystem; readonly disk: Disk; readonly store: string };

export function journalPath(store: string): string {
  return `${workFolder(store)}/journal.json`;
}

export function writeJournal({ disk, store }: Omit<JournalFile, "fs">, journal: Journal): void {
  disk.writeFile(journalPath(store), new TextEncoder().encode(JSON.stringify(journal)), { isDurable: true });
}

/**
 * The journal of an interrupted installation. It lies in a folder that may come from others, so it is believed only about folders of
 * skills of this place and its two files.
 */
export function readJournal(fs: FileSystem, place: Place): Journal | undefined {
  const store = resolveFolder(fs, place, storeFolder(place));
  const path = journalPath(store);
  if (fs.stat(path) === undefined) return undefined;
  const { bytes, size } = fs.read(path, packagingLimits.treeBytes);
  const text = size === bytes.length ? new TextDecoder().decode(bytes) : "";
  const read = journalSchema.safeParse(parseJson(text));
  const fault = read.success ? findForeign(fs, place, read.data) : "it is not a journal";
  if (!read.success || fault !== undefined)
    throw new SkillError("state-unreadable", { path, reason: fault ?? "" });
  return read.data;
}

function findForeign(fs: FileSystem, place: Place, { moves, files }: Journal): string | undefined {
  const folders = new Set(knownFolders(place).map((folder) => attemptResolve(fs, place, folder)));
  const known = new Set([place.lockPath, place.wantsPath]);
  const foreign =
    moves.find(({ folder }) => !folders.has(folder))?.folder ??
    files.find(({ path }) => !known.has(path))?.path;
  return foreign === undefined ? undefined : `it is about ${foreign}, which is no place for skills`;
}

/** Every folder that an installation in a place may write to. */
export function knownFolders(place: Place): readonly string[] {
  return [storeFolder(place), ...agentFolders(place).map(({ path }) => path)];
}

function attemptResolve(fs: FileSystem, place: Place, folder: string): string | undefined {
  try {
    return resolveFolder(fs, place, folder);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

/** Moves something, unless a folder on the way has become a link in the meantime. */
export function moveSafely({ fs, disk }: Omit<JournalFile, "store">, from: string, to: string): void {
  const parents = [from, to].map((path) => parentFolder(path) ?? path);
  for (const parent of new Set(parents)) {
    // A folder that is where its path says has no link above it either.
    if (parents.some((other) => other !== parent && isInside(parent, other))) continue;
    const real = fs.realPath(parent);
    if (real !== undefined && real !== parent)
      throw new SkillError("settings-outside", { path: parent, target: real });
  }
  disk.rename(from, to);
}

/** Leftovers of a write that was interrupted. */
export function removeTemporaries({ fs, disk }: Omit<JournalFile, "store">, path: string): void {
  const folder = parentFolder(path);
  if (folder === undefined || fs.stat(folder)?.kind !== "directory") return;
  for (const { name } of fs.list(folder)) {
    const rest = name.startsWith(`${baseName(path)}.`) ? name.slice(baseName(path).length) : "";
    if (/^\.\d+\.tmp$/.test(rest)) disk.remove(joinPath(folder, name));
  }
}

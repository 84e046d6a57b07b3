import type { Dirent } from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { parseJson } from "@skillwright/core/text";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { seenFolder } from "../sources/first-seen.ts";
import { temporaryPrefix } from "../sources/git-store.ts";

export type CacheFolders = {
  /** Repositories, downloads and contents, as their owners were given them. */
  readonly git: string;
  readonly downloads: string;
  readonly packages: string;
};

export type PruneOptions = {
  /** Digests of contents that stay, such as those of the lock in use: they are the bases of the next update. */
  readonly keep: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
};

/**
 * Removes what was not used for longest where a cache is larger than it may be, at most once an hour. Everything in a cache can be
 * fetched again, except what undo needs, which stays. A process that is killed meanwhile leaves a smaller cache, never a wrong one.
 */
export async function pruneCaches(folders: CacheFolders, { keep, now }: PruneOptions): Promise<void> {
  const used = new Date(now);
  for (const digest of keep)
    for (const path of [`trees/${recordName(digest)}`, ...(await signaturesOf(folders.packages, digest))])
      await utimes(`${folders.packages}/${path}`, used, used).catch(() => {});
  const stamp = `${folders.packages}/pruned`;
  const last = (await stat(stamp).catch(() => undefined))?.mtimeMs ?? 0;
  if (last <= now && now - last < packagingLimits.cachePruneMs) return;
  try {
    await pruneGit(folders.git, now);
    await removeOldest(await listFiles(folders.downloads), packagingLimits.cacheDownloadBytes);
    await pruneContents(folders.packages, { keep, now });
    const signatures = (await listFiles(`${folders.packages}/signatures`)).map((item) => ({
      ...item,
      bytes: 1,
    }));
    await removeOldest(signatures, packagingLimits.cacheSignatures);
    await writeFile(stamp, "");
  } catch (error) {
    // Another process removed it first, or the disk cannot be written.
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

/** Signatures of locked skills, whose use is not seen otherwise. */
async function signaturesOf(packages: string, digest: string): Promise<readonly string[]> {
  const folder = `signatures/${digest.replace(":", "-")}`;
  return (await list(`${packages}/${folder}`)).map(({ name }) => `${folder}/${name}`);
}

type Item = { readonly path: string; readonly bytes: number; readonly usedAt: number };

async function removeOldest(items: readonly Item[], maxBytes: number): Promise<void> {
  let room = maxBytes;
  for (const { path, bytes } of items.toSorted((a, b) => b.usedAt - a.usedAt)) {
    room -= bytes;
    if (room < 0) await rm(path, { recursive: true, force: true });
  }
}

/** A repository counts as a whole. Folders of killed processes go after a day, and the oldest sightings of commits. */
async function pruneGit(folder: string, now: number): Promise<void> {
  const repositories: Item[] = [];
  for (const entry of await list(folder)) {
    const path = `${folder}/${entry.name}`;
    const usedAt = (await stat(path)).mtimeMs;
    if (entry.name === seenFolder) {
      const seen = (await listFiles(path)).map((item) => ({ ...item, bytes: 1 }));
      await removeOldest(seen, packagingLimits.cacheSeenCommits);
    } else if (!entry.name.startsWith(temporaryPrefix)) {
      const bytes = (await listFiles(path)).reduce((sum, item) => sum + item.bytes, 0);
      repositories.push({ path, bytes, usedAt });
    } else if (now - usedAt > abandonedMs) await rm(path, { recursive: true, force: true });
  }
  await removeOldest(repositories, packagingLimits.cacheGitBytes);
}

const abandonedMs = 86_400_000;
/** Another process may be about to write the record of files that it has written. */
const unfinishedMs = 3_600_000;

/** Records go before their files, so that what remains is whole; files without a record go when they are not new. */
async function pruneContents(folder: string, { keep, now }: PruneOptions): Promise<void> {
  const files = await listFiles(`${folder}/files`);
  const sizes = new Map(files.map(({ path, bytes }) => [nameOf(path), bytes]));
  const used = await hashesOfUndo(folder);
  const kept = new Set(keep.map(recordName));
  const records = (await listFiles(`${folder}/trees`)).toSorted(
    (a, b) => Number(kept.has(nameOf(b.path))) - Number(kept.has(nameOf(a.path))) || b.usedAt - a.usedAt,
  );
  let room: number = packagingLimits.cacheContentBytes;
  for (const hash of used) room -= sizes.get(hash) ?? 0;
  for (const { path } of records) {
    const hashes = hashesIn(await readFile(path, "utf8").catch(() => ""));
    for (const hash of hashes) if (!used.has(hash)) room -= sizes.get(hash) ?? 0;
    if (room < 0 && !kept.has(nameOf(path))) await rm(path, { force: true });
    else for (const hash of hashes) used.add(hash);
  }
  for (const { path, usedAt } of files)
    if (!used.has(nameOf(path)) && now - usedAt > unfinishedMs) await rm(path, { force: true });
}

function recordName(digest: string): string {
  return `${digest.replace(":", "-")}.json`;
}

async function hashesOfUndo(folder: string): Promise<Set<string>> {
  const records = await listFiles(`${folder}/undo`);
  await removeOldest(
    records.map((item) => ({ ...item, bytes: 1 })),
    packagingLimits.cacheUndoRecords,
  );
  const used = new Set<string>();
  for (const { path } of records)
    for (const [hash] of (await readFile(path, "utf8").catch(() => "")).matchAll(/\b[0-9a-f]{64}\b/g))
      used.add(hash);
  return used;
}

const recordSchema = z.array(z.object({ hash: z.string().optional() }));

function hashesIn(text: string): readonly string[] {
  return (recordSchema.safeParse(parseJson(text)).data ?? []).flatMap(({ hash }) => hash ?? []);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function list(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function listFiles(folder: string): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    const info = await stat(path).catch(() => undefined);
    if (info) found.push({ path, bytes: info.size, usedAt: info.mtimeMs });
  }
  return found;
}

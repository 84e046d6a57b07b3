import { createHash } from "node:crypto";
import { copyFile, link, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { toFileError } from "@skillwright/core/node";
import { packagingLimits } from "../limits.ts";

/**
 * Repositories that stay on this machine between commands. Every use works on a private copy whose packs are hard links, and a copy
 * replaces the stored one as a whole, so that several processes and killed ones cannot damage it.
 */
export type GitStore = {
  /** A folder with a copy of a stored repository, or an empty one if none is stored. */
  open(name: string): Promise<{ readonly folder: string; readonly isStored: boolean }>;
  /** Replaces the stored repository by the folder, which is gone afterwards. */
  keep(name: string, folder: string): Promise<void>;
  /** Removes a stored repository that is damaged. */
  drop(name: string): Promise<void>;
};

/** Offline, whatever is stored is used; otherwise only what leaves room for more. */
export function createGitStore(
  folder: string,
  { offline = false }: { readonly offline?: boolean } = {},
): GitStore {
  const [maxFiles, maxBytes] = offline
    ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    : [packagingLimits.gitStoredFiles, packagingLimits.gitStoredBytes];
  const pathOf = (name: string): string =>
    `${folder}/${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
  const createTemporary = async (): Promise<string> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await mkdtemp(`${folder}/${temporaryPrefix}`);
    } catch (error) {
      throw toFileError(folder, error);
    }
  };
  return {
    open: async (name) => {
      const copy = await createTemporary();
      if (await copyRepository(pathOf(name), copy, { maxFiles, maxBytes }))
        return { folder: copy, isStored: true };
      await rm(copy, { recursive: true, force: true });
      return { folder: await createTemporary(), isStored: false };
    },
    keep: async (name, from) => {
      const old = `${from}-old`;
      try {
        await utimes(from, new Date(), new Date()).catch(ignoreSystemError);
        await rename(pathOf(name), old).catch(ignoreSystemError);
        // Another process may have stored its copy just now; either is good.
        await rename(from, pathOf(name)).catch(ignoreSystemError);
      } finally {
        for (const path of [old, from]) await rm(path, { recursive: true, force: true });
      }
    },
    drop: (name) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

/** Folders that a process works in; what a killed one left is removed with the cache's oldest parts. */
export const temporaryPrefix = "git-";

type Room = { readonly maxFiles: number; readonly maxBytes: number };

/** False if there is none, or if another process replaces it meanwhile, or if it is too large. */
async function copyRepository(from: string, to: string, { maxFiles, maxBytes }: Room): Promise<boolean> {
  let room = maxBytes;
  try {
    const files = (await readdir(from, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    if (files.length === 0 || files.length > maxFiles) return false;
    for (const { parentPath, name } of files) {
      const path = `${parentPath}/${name}`;
      const copy = to + path.slice(from.length);
      room -= (await stat(path)).size;
      if (room < 0) return false;
      await mkdir(dirname(copy), { recursive: true });
      // Packs never change; git changes everything else in place or by renaming.
      if (parentPath.endsWith("/objects/pack")) await link(path, copy).catch(() => copyFile(path, copy));
      else await copyFile(path, copy);
    }
    await mkdir(`${to}/refs`, { recursive: true });
    await mkdir(`${to}/objects/info`, { recursive: true });
    return true;
  } catch (error) {
    ignoreSystemError(error);
    return false;
  }
}

function ignoreSystemError(error: unknown): void {
  if (!(error instanceof Error && "syscall" in error)) throw error;
}

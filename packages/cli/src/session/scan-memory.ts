import { lstatSync, mkdirSync } from "node:fs";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import type { RememberedScans } from "@skillwright/core/scan";
import type { Place } from "../io.ts";
import { scanVersion } from "../scan-version.ts";

/** What earlier scans on this machine saw; undefined where others could have written it, or nothing says which rules it is of. */
export async function openScanMemory(
  { cacheFolder }: Pick<Place, "cacheFolder">,
  version: string | undefined = scanVersion,
): Promise<RememberedScans | undefined> {
  const folder = `${cacheFolder}/scans`;
  const file = `${folder}/scans`;
  if (version === undefined || !makePrivate(folder) || isOfOthers(file)) return undefined;
  const { rememberScans } = await import("@skillwright/core/scan");
  return rememberScans({ fs: createNodeFileSystem(), sha256: nodeSha256, file, version });
}

/** False if the folder cannot be made, or is not this user's alone. */
function makePrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // A disk that is full or read-only: the scan goes on without.
    return false;
  }
  return !isOfOthers(folder);
}

function isOfOthers(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isSymbolicLink()) return true;
  // Windows has no such bits, and keeps the folder in the user's profile.
  const user = process.getuid?.();
  return user !== undefined && (found.uid !== user || (found.mode & 0o022) !== 0);
}

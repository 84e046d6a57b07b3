import type { CatalogOptions } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { Io } from "../io.ts";

/**
 * What the lock next to a stored skill says of it: version and package. Reads plain JSON, since every start opens a catalog and should
 * not load the code of installers. A lock that is not JSON, as after a failed merge, says nothing here; `verify` reports it.
 */
export function createLockReader(
  fs: FileSystem,
  { home, dataFolder }: LockPlace,
): NonNullable<CatalogOptions["installedOf"]> {
  return ({ directory, linkedTo = directory }) => {
    const locked = findLocked(fs, linkedTo, { home, dataFolder });
    if (locked === undefined) return {};
    return {
      ...(typeof locked.version === "string" && { version: locked.version }),
      ...(typeof locked.package === "string" && { package: locked.package }),
    };
  };
}

/** Whether the lock says that the skill in a folder was installed from a hub. */
export function isFromHub(fs: FileSystem, directory: string, place: LockPlace): boolean {
  const source = findLocked(fs, fs.realPath(directory) ?? directory, place)?.source;
  return typeof source === "string" && source.startsWith("hub:");
}

type LockPlace = Pick<Io["place"], "home" | "dataFolder">;

function findLocked(
  fs: FileSystem,
  directory: string,
  { home, dataFolder }: LockPlace,
): JsonObject | undefined {
  const [, root, name] = /^(.*)\/\.agents\/skills\/([^/]+)$/.exec(directory) ?? [];
  if (root === undefined || name === undefined) return undefined;
  const skills = readSkills(fs, `${root === home ? dataFolder : root}/skillwright.lock`);
  const locked = Object.hasOwn(skills, name) ? skills[name] : undefined;
  return isJsonObject(locked) ? locked : undefined;
}

function readSkills(fs: FileSystem, path: string): Readonly<Record<string, unknown>> {
  const content = fs.stat(path) && fs.read(path, maxBytes);
  if (content === undefined || content.size > maxBytes) return {};
  const lock = parseJson(new TextDecoder().decode(content.bytes));
  return isJsonObject(lock) && isJsonObject(lock.skills) ? lock.skills : {};
}

const maxBytes = 134_217_728;

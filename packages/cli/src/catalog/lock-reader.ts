import { SkillError } from "@skillwright/core";
import type { CatalogOptions } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { findLockRecords, type LockRecord } from "@skillwright/core/installed";
import { compact } from "@skillwright/core/text";
import type { Io } from "../io.ts";

/** What the lock about an installed skill says of it: version, package and alias. A lock that cannot be read says nothing here; `verify` reports it. */
export function createLockReader(
  fs: FileSystem,
  place: LockPlace,
): NonNullable<CatalogOptions["installedOf"]> {
  return ({ directory, linkedTo = directory }) => {
    const record = findLocked(fs, [linkedTo, directory], place);
    if (record === undefined) return {};
    const alias = record.skill === undefined ? undefined : record.name;
    return compact({ version: record.version, package: record.package, alias });
  };
}

/** Whether the lock says that the skill in a folder was installed from a hub. */
export function isFromHub(fs: FileSystem, directory: string, place: LockPlace): boolean {
  const record = findLocked(fs, [fs.realPath(directory) ?? directory, directory], place);
  return record?.source.startsWith("hub:") ?? false;
}

type LockPlace = Pick<Io["place"], "home" | "dataFolder">;

function findLocked(
  fs: FileSystem,
  directories: readonly string[],
  { home, dataFolder }: LockPlace,
): LockRecord | undefined {
  try {
    const [record] = findLockRecords(fs, directories, {
      home,
      userLock: `${dataFolder}/skillwright.lock`,
    });
    return record;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

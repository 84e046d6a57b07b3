import { SkillError } from "@skillwright/core";
import type { CatalogOptions } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { findLockRecords } from "@skillwright/core/installed";
import { compact } from "@skillwright/core/text";
import type { Io } from "../io.ts";

/** What the lock about an installed skill says of it: version, package and alias. A lock that cannot be read says nothing here; `verify` reports it. */
export function createLockReader(
  fs: FileSystem,
  { home, dataFolder }: Pick<Io["place"], "home" | "dataFolder">,
): NonNullable<CatalogOptions["installedOf"]> {
  const search = { home, userLock: `${dataFolder}/skillwright.lock` };
  return ({ directory, linkedTo = directory }) => {
    try {
      const [record] = findLockRecords(fs, [linkedTo, directory], search);
      if (record === undefined) return {};
      const alias = record.skill === undefined ? undefined : record.name;
      return compact({ version: record.version, package: record.package, alias });
    } catch (error) {
      if (error instanceof SkillError) return {};
      throw error;
    }
  };
}

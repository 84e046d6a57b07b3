import { createNodeFileSystem } from "@skillwright/core/node";
import { createCache, createNodeDisk, type InstallPorts } from "@skillwright/packaging";
import { createLockFile } from "@skillwright/runtime";
import type { Place } from "../io.ts";

/** What an installation on this machine needs: disk, cache and locks between processes. */
export function createInstallPorts({ cacheFolder }: Pick<Place, "cacheFolder">): InstallPorts {
  const [fs, disk] = [createNodeFileSystem(), createNodeDisk()];
  return {
    ...{ fs, disk },
    cache: createCache(`${cacheFolder}/packages`, { fs, disk }),
    lock: createLockFile,
  };
}

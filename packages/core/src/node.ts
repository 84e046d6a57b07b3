/** The parts that need Node: the disk, its watcher, quick hashes, and a catalog with all of them. */
import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { Catalog } from "./catalog/catalog.ts";
import type { CatalogOptions } from "./catalog/catalog-options.ts";
import { openCatalog as openCatalogWith } from "./catalog/open-catalog.ts";
import type { Sha256 } from "./digest/sha256.ts";
import { createNodeFileSystem } from "./fs/node.ts";
import { createNodeWatcher } from "./fs/node-watcher.ts";

export { attemptOn, toFileError } from "./fs/file-error.ts";
export { createNodeFileSystem } from "./fs/node.ts";
export { createNodeWatcher, type NodeWatcherOptions } from "./fs/node-watcher.ts";

export const nodeSha256: Sha256 = (bytes) => hash("sha256", bytes, "hex");

/**
 * Opens the skills of some folders on this machine.
 *
 * @example
 * const catalog = openCatalog({ roots: ["./skills"] });
 */
export function openCatalog(options: NodeCatalogOptions): Catalog {
  return openCatalogWith({
    fs: createNodeFileSystem(),
    now: () => Date.now(),
    sha256: nodeSha256,
    watcher: createNodeWatcher(),
    ...options,
    roots: options.roots.map((root) =>
      typeof root === "string" ? absolute(root) : { ...root, path: absolute(root.path) },
    ),
  });
}

/** Agents work in other folders than the process that found their skills. */
function absolute(path: string): string {
  return resolve(path).replaceAll("\\", "/");
}

export type NodeCatalogOptions = Omit<CatalogOptions, "fs" | "now"> &
  Partial<Pick<CatalogOptions, "fs" | "now">>;

import { type FileTree, readArchive } from "@skillwright/packaging";
import type { HubDatabase } from "../database/database.ts";
import { hubLimits } from "../limits.ts";
import { readBlob } from "./blobs.ts";

/** Unpacked archives; the least recently used ones go first. Ask for a version only after checking who may read it. */
export type TreeCache = { load(archiveDigest: string): Promise<FileTree> };

export function createTreeCache(database: HubDatabase): TreeCache {
  const kept = new Map<string, { readonly tree: FileTree; readonly bytes: number }>();
  let total = 0;
  const drop = (digest: string): void => {
    total -= kept.get(digest)?.bytes ?? 0;
    kept.delete(digest);
  };
  return {
    load: async (digest) => {
      const known = kept.get(digest);
      if (known !== undefined) {
        kept.delete(digest);
        kept.set(digest, known);
        return known.tree;
      }
      const archive = await readBlob(database, digest);
      const tree = await readArchive(archive, { source: digest, stripsFolder: true });
      const bytes = tree.entries.reduce((sum, one) => sum + ("bytes" in one ? one.bytes.length : 0), 0);
      drop(digest);
      if (bytes <= hubLimits.cachedTreeBytes) {
        kept.set(digest, { tree, bytes });
        total += bytes;
      }
      for (const oldest of kept.keys()) {
        if (total <= hubLimits.cachedTreeBytes) break;
        drop(oldest);
      }
      return tree;
    },
  };
}

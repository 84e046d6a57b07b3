import type { Sha256 } from "../digest/sha256.ts";
import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import type { ScanMemory } from "../discover/scan-memory.ts";
import type { SkillRoot } from "../discover/skill-root.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { limits } from "../limits.ts";
import { readSealed, type Seal } from "../state/sealed-file.ts";
import { decodeScan, encodeScan, rootKey } from "./scan-file.ts";
import { writeIndexFile } from "./write-index-file.ts";

/**
 * Caches scans between processes, one file per root, so that catalogs with different sets of roots share them. Increase
 * the number in `kind` whenever the format changes, or what discovery reads of a SKILL.md.
 */
export type ScanKeeper = {
  read(root: SkillRoot): ScanMemory | undefined;
  write(root: SkillRoot, scan: ScanMemory): DiscoveryFinding | undefined;
};

export function createScanKeeper(fs: FileSystem, folder: string, sha256: Sha256): ScanKeeper {
  const seal: Seal = { kind: "scan-3", sha256, maxBytes: limits.indexBytes };
  const fileOf = (root: SkillRoot): string =>
    `${folder}/${sha256(encoder.encode(rootKey(root))).slice(0, 32)}.scan`;
  return {
    read: (root) => {
      const bytes = readSealed(fs, fileOf(root), seal);
      return bytes && decodeScan(root, decoder.decode(bytes));
    },
    write: (root, scan) =>
      writeIndexFile(fs, fileOf(root), { ...seal, payload: encoder.encode(encodeScan(root, scan)) }),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

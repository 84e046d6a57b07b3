import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { type Seal, writeSealed } from "../state/sealed-file.ts";

/** Writes a file of an index. A disk that is full or may not be written costs time the next start, nothing else. */
export function writeIndexFile(
  fs: FileSystem,
  path: string,
  sealed: Seal & { readonly payload: Uint8Array },
): DiscoveryFinding | undefined {
  try {
    writeSealed(fs, path, sealed);
    return undefined;
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const reason = error.details.reason ?? error.code;
    return { code: "index-unusable", severity: "warning", path, args: { reason } };
  }
}

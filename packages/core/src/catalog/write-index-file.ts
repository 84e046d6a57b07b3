import type { DiscoveryFinding } from "../discover/discovery-finding.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { type Seal, writeSealed } from "../state/sealed-file.ts";

/** Writes a cache file. A failure becomes a warning: it only makes the next start slower. */
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

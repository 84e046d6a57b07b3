import { digestSkill } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { loadSkill } from "../discover/load-skill.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { ReadVerdict } from "../installed/check-installed.ts";
import type { RememberedScans } from "./remember-scans.ts";
import { createScanner, type Scanner } from "./scan-skill.ts";
import type { Verdict } from "./verdict.ts";

/** Verdicts by content digest, kept for as long as the rules stay the same. */
export type VerdictCache = {
  get(digest: string): Verdict | undefined;
  set(digest: string, verdict: Verdict): void;
};

type Options = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  readonly cache?: VerdictCache;
  /** What other processes saw. */
  readonly memory?: RememberedScans | undefined;
};

/**
 * Scans a skill each time its content is new. The digest is taken after the scan too, so that a verdict never stands for files that
 * were exchanged meanwhile.
 */
export function createVerdictReader({ fs, sha256, cache = new Map(), memory }: Options): ReadVerdict {
  let scan: Scanner | undefined;
  return async ({ directory, digest }) => {
    const known = cache.get(digest);
    if (known !== undefined) return known;
    scan ??= createScanner({ memory });
    const { verdict } = scan(loadSkill(fs, directory));
    memory?.save();
    if (digestSkill(fs, directory, sha256) !== digest) return undefined;
    cache.set(digest, verdict);
    return verdict;
  };
}

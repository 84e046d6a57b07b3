import { digestSkill } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { attempt } from "../discover/attempt.ts";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { isTrusted } from "../trust/is-trusted.ts";
import { projectDigest } from "../trust/trust-digest.ts";
import type { TrustRecords } from "../trust/trust-store.ts";

export type ProjectContents = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  readonly found: readonly DiscoveredSkill[];
  /** Digests of skills that have just been read, by directory; the others are made here. */
  readonly digests?: ReadonlyMap<string, string>;
};

/** Whether the user vouched for a project's skills as they are now. Skills are read only where somebody did. */
export function isTrustedProject(contents: ProjectContents, records: TrustRecords, project: string): boolean {
  const realPath = attempt(() => contents.fs.realPath(project));
  if (realPath === undefined || !records.has(realPath)) return false;
  const digest = digestProject(contents, project);
  return digest !== undefined && isTrusted(records, { realPath, digest });
}

/** What trusting a project means; undefined when one of its skills cannot be read whole, so that nobody can vouch. */
export function digestProject(
  { fs, sha256, found, digests }: ProjectContents,
  project: string,
): string | undefined {
  const skills = found.filter(({ root }) => root.project === project);
  return attempt(() =>
    projectDigest(
      skills.map(({ directory }) => ({
        path: directory,
        digest: digests?.get(directory) ?? digestSkill(fs, directory, sha256),
      })),
      sha256,
    ),
  );
}

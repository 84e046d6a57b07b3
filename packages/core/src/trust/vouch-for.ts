import { digestSkill } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { attempt } from "../discover/attempt.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { joinPath } from "../path/path.ts";
import type { ProjectSkill } from "./trust-state.ts";
import type { TrustRecord, TrustRecords } from "./trust-store.ts";

export type Vouching = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  /** The project's real path. */
  readonly project: string;
  /** The skills that the user reviewed. */
  readonly skills: readonly ProjectSkill[];
  /** ISO 8601 date and time in UTC. */
  readonly at: string;
};

/**
 * The record for a user who trusts the visible skills of a project. Skills trusted before and not visible now stay as
 * long as they are unchanged, so that trusting from two folders of a project keeps both.
 */
export function vouchFor(vouching: Vouching, records: TrustRecords): TrustRecord {
  const before = [...(records.get(vouching.project)?.skills ?? [])];
  const kept = before.filter(([path, digest]) => isStillThere(vouching, { path, digest }));
  const seen = vouching.skills.map(({ path, digest }) => [path, digest] as const);
  return { skills: new Map([...kept, ...seen]), at: vouching.at };
}

function isStillThere({ fs, sha256, project }: Vouching, { path, digest }: ProjectSkill): boolean {
  const place = path === "." ? project : joinPath(project, path);
  // A link in its place leads to a different skill, even if the content is the same.
  return attempt(() => fs.realPath(place) === place && digestSkill(fs, place, sha256) === digest) ?? false;
}

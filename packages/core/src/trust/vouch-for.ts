import { digestSkill } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { attempt } from "../discover/attempt.ts";
import { pathIn } from "../discover/path-in.ts";
import type { FileSystem } from "../fs/file-system.ts";
import type { ProjectSkill } from "./trust-state.ts";
import type { TrustRecord, TrustRecords } from "./trust-store.ts";

export type Vouching = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  /** The project's real path. */
  readonly project: string;
  /** What the user has looked at. */
  readonly skills: readonly ProjectSkill[];
  /** Date and time as ISO 8601 has them, in UTC. */
  readonly at: string;
};

/**
 * What to record when a user vouches for the skills of a project that they see. Those that they vouched for before and
 * do not see now stay as long as they are the same, so that trusting from two places undoes neither.
 */
export function vouchFor(vouching: Vouching, records: TrustRecords): TrustRecord {
  const before = [...(records.get(vouching.project)?.skills ?? [])];
  const kept = before.filter(([path, digest]) => isStillThere(vouching, { path, digest }));
  const seen = vouching.skills.map(({ path, digest }) => [path, digest] as const);
  return { skills: new Map([...kept, ...seen]), at: vouching.at };
}

function isStillThere({ fs, sha256, project }: Vouching, { path, digest }: ProjectSkill): boolean {
  const place = path === "." ? project : pathIn(project, path);
  // A link in its place leads to another skill, be that the same or not.
  return attempt(() => fs.realPath(place) === place && digestSkill(fs, place, sha256) === digest) ?? false;
}

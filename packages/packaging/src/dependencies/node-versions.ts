import { SkillError } from "@skillwright/core";
import semver from "semver";
import { releaseOf } from "../install/choose-release.ts";
import { type InstallSetting, refusalOf } from "../install/offer.ts";
import { rangeOf } from "../install/version-range.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { Release, SourceSpec } from "../sources/source.ts";
import type { KnownVersions } from "../versions/solver-node.ts";

/** The versions of a skill or package, and the releases that they are. */
export type NodeVersions = KnownVersions & {
  readonly releases: ReadonlyMap<string, Release>;
  /** It has no version, so that no range can be compared with it. */
  readonly isUnversioned?: true;
};

/** The only state that there is to choose from. */
export function onlyVersion(release: Release, stated?: string): NodeVersions {
  const version = semver.valid(release.version ?? stated) ?? undefined;
  return {
    versions: [version ?? noVersion],
    releases: new Map([[version ?? noVersion, release]]),
    isFixed: true,
    ...(version === undefined && { isUnversioned: true }),
  };
}

/** Stands for the version of what has none. */
const noVersion = "0.0.0";

export type VersionsRequest = {
  readonly spec: SourceSpec;
  /** The release to try first; what the source gives if absent. */
  readonly first?: Release | undefined;
  /** What is installed now; policies have checked its age. */
  readonly locked?: LockedSkill | undefined;
};

/** The releases of a source that policies allow. A source without versions has one. */
export async function listVersions(
  { spec, first, locked }: VersionsRequest,
  setting: InstallSetting,
): Promise<NodeVersions> {
  const source = setting.sourceOf(spec);
  const newest = first ?? (await source.resolve(spec));
  if (rangeOf(spec) === undefined || newest.version === undefined) return onlyVersion(newest);
  const own = locked?.version === undefined ? [] : [releaseOf(locked)];
  const all = [...(await source.versions(spec)), newest, ...own];
  const usable = all.filter(
    (one) => one.resolved === locked?.resolved || refusalOf(spec, setting, one)?.rule !== "release-age",
  );
  const good = usable.filter(({ deprecated }) => deprecated === undefined);
  const listed = good.length > 0 ? good : usable;
  const releases = new Map(listed.flatMap((one) => (one.version === undefined ? [] : [[one.version, one]])));
  const refused = refusalOf(spec, setting, newest);
  if (releases.size === 0 && refused !== undefined) return { ...noVersions(refused.reason), isRefused: true };
  return {
    versions: [...releases.keys()],
    releases,
    ...(releases.has(newest.version) && { first: newest.version }),
  };
}

/** Something that cannot be had. */
export function noVersions(fault: string): NodeVersions {
  return { versions: [], releases: new Map(), fault };
}

/** The reason why a source has no answer, as part of a sentence; other errors go on. */
export function reasonOf(error: unknown): string {
  if (error instanceof SkillError && error.code === "source-unavailable")
    return `${error.details.source}: ${error.details.reason}`;
  throw error;
}

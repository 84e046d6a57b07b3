import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import semver from "semver";
import type { LockedSkill } from "../lock/lock.ts";
import type { Release, SourceSpec } from "../sources/source.ts";
import { type InstallSetting, refusalOf } from "./offer.ts";
import { rangeOf } from "./version-range.ts";

export type ChosenRelease = {
  readonly release: Release;
  /** A newer one that policies find too young, and what they say. */
  readonly tooYoung?: Release & { readonly reason: string };
};

/**
 * The newest release that a source has and that is old enough for the policies. If the source lists no such release, the installed one.
 */
export async function chooseRelease(
  spec: SourceSpec,
  setting: InstallSetting,
  locked: LockedSkill,
): Promise<ChosenRelease> {
  const blocked = refusalOf(spec, setting);
  if (blocked) throw new SkillError("install-refused", { name: locked.name, reason: blocked.reason });
  const source = setting.sourceOf(spec);
  const newest = await source.resolve(spec);
  const refusal = newest.resolved === locked.resolved ? undefined : refusalOf(spec, setting, newest);
  if (refusal?.rule !== "release-age") return { release: newest };
  const tooYoung = { ...newest, reason: refusal.reason };
  const range = rangeOf(spec);
  const { version } = newest;
  if (range === undefined || version === undefined) return { release: releaseOf(locked), tooYoung };
  const older = (await source.versions(spec)).find(
    (one) =>
      one.version !== undefined &&
      one.deprecated === undefined &&
      semver.lt(one.version, version) &&
      (locked.version === undefined || semver.gt(one.version, locked.version)) &&
      semver.satisfies(one.version, range) &&
      refusalOf(spec, setting, one) === undefined,
  );
  return { release: older ?? releaseOf(locked), tooYoung };
}

/** The release that a locked skill is of. */
export function releaseOf({ resolved, version, publishedAt }: LockedSkill): Release {
  return { resolved, ...compact<Pick<Release, "version" | "publishedAt">>({ version, publishedAt }) };
}

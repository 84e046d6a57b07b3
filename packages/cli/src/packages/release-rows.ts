import type { LockedSkill } from "@skillwright/packaging";
import { shortRelease } from "./short-release.ts";

/** What identifies a skill's content, with what it replaces, as labels and texts of at most `width` columns. */
export function releaseRows(
  skill: LockedSkill,
  previous: LockedSkill | undefined,
  width: number,
): readonly (readonly [string, string])[] {
  const { version, resolved } = skill;
  const isCommit = /^[0-9a-f]{40,64}$/.test(resolved);
  const old = previous?.resolved === resolved ? undefined : previous;
  return [
    ...(version === undefined ? [] : [["version", arrow(previous?.version, version)] as const]),
    ...(isCommit
      ? [["commit", arrow(old && shortRelease({ resolved: old.resolved }), resolved)] as const]
      : []),
    ["content", contentText(skill.digest, previous?.digest, width)],
  ];
}

/** The whole digest where it fits, so that it can be compared with what a publisher states. */
function contentText(digest: string, before: string | undefined, width: number): string {
  const isNew = before === undefined || before === digest;
  if (isNew && digest.length <= width) return digest;
  return arrow(before && shortRelease({ resolved: before }), shortRelease({ resolved: digest }));
}

function arrow(before: string | undefined, now: string): string {
  return before === undefined || before === now ? now : `${before} → ${now}`;
}

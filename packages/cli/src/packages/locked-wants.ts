import { expandWants, type LockedSkill, type SkillWant } from "@skillwright/packaging";
import { UsageError } from "../command.ts";
import { type Packages, requireMergedLock } from "./open-packages.ts";
import { chooseLocked } from "./open-place.ts";

/** What is wanted of installed skills: as `skillwright.json` says, or else the newest state of the source they are from. */
export function lockedWants(packages: Packages, names: readonly string[]): readonly SkillWant[] {
  const { wants, setting, lockBytes, place } = packages;
  requireMergedLock(packages);
  if (lockBytes === undefined) {
    const other = place.scope === "project" ? "user" : "project";
    throw new UsageError(
      `no lock at ${place.lockPath}: nothing is installed. Run \`skillwright add SOURCE\`, or pass --scope ${other}.`,
    );
  }
  const stated = new Map((wants ? expandWants(wants).skills : []).map((want) => [want.name, want]));
  const chosen = chooseLocked(setting, names);
  return chosen.map((locked) => stated.get(locked.name) ?? wantLocked(locked));
}

/** The lock does not say which branch or range a skill came from: one with a version gets the newest version. */
function wantLocked({ name, source, skill, version }: LockedSkill): SkillWant {
  return {
    ...{ name, source },
    ...(skill !== undefined && { skill }),
    ...(version !== undefined && { range: "latest" }),
  };
}

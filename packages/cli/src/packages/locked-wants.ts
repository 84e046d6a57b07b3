import { type Lock, type LockedSkill, neededOnly, type SkillWant } from "@skillwright/packaging";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { readWants } from "./dependencies.ts";
import { type Packages, requireMergedLock } from "./open-packages.ts";
import { chooseLocked } from "./open-place.ts";

export type LockedWants = {
  /** As `skillwright.json` says, or else the newest state of the source they are from. */
  readonly wants: readonly SkillWant[];
  /** The chosen skills that are there only because others need them: these decide about their versions. */
  readonly needed: readonly SkillWant[];
  readonly notes: readonly string[];
};

/** What is wanted of installed skills. */
export async function lockedWants(
  packages: Packages,
  names: readonly string[],
  io: Io,
): Promise<LockedWants> {
  const { wants, setting, lockBytes, place } = packages;
  requireMergedLock(packages);
  if (lockBytes === undefined) {
    const other = place.scope === "project" ? "user" : "project";
    throw new UsageError(
      `no lock at ${place.lockPath}: nothing is installed. Run \`skillwright add SOURCE\`, or pass --scope ${other}.`,
    );
  }
  const { skills, notes } = await readWants(packages, wants ? [...wants.sets.keys()] : [], io);
  const stated = new Map(skills.map((want) => [want.name, want]));
  const chosen = chooseLocked(setting, names);
  const needed = neededOnly(setting.lock, new Set(stated.keys()));
  return {
    wants: chosen
      .filter(({ name }) => !needed.has(name))
      .map((locked) => stated.get(locked.name) ?? wantLocked(locked)),
    needed: chosen
      .filter(({ name }) => needed.has(name))
      .map((locked) => wantLocked(locked, neededRange(setting.lock, locked.name))),
    notes,
  };
}

/** The lock does not say which branch or range a skill came from: one with a version gets the newest version that others allow. */
function wantLocked({ name, source, skill, version }: LockedSkill, range = "latest"): SkillWant {
  return {
    ...{ name, source },
    ...(skill !== undefined && { skill }),
    ...(version !== undefined && { range }),
  };
}

/** What the skills that need a skill allow, as one range. */
function neededRange({ skills }: Lock, name: string): string | undefined {
  const ranges = skills.flatMap(({ dependencies = {} }) => dependencies[name] ?? []);
  const stated = ranges.filter((range) => range !== "*" && !range.includes("||"));
  return stated.length === 0 ? undefined : [...new Set(stated)].join(" ");
}

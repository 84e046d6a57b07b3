import { SkillError } from "@skillwright/core";
import { mapBounded } from "../http/map-bounded.ts";
import { packagingLimits } from "../limits.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { SkillWant } from "../lock/wants.ts";
import type { Available } from "../verify/outdated.ts";
import { chooseRelease, releaseOf } from "./choose-release.ts";
import { specOf } from "./version-range.ts";
import { getNewest, latestSpec, type WantedSetting } from "./wanted-skills.ts";

export type FoundAvailable = {
  /** By the name of the skill. */
  readonly available: ReadonlyMap<string, Available>;
  /** Skills whose source did not answer. */
  readonly failed: readonly { readonly name: string; readonly error: SkillError }[];
};

/** Asks the sources of installed skills, several at once, for the releases they have now. */
export async function findAvailable(
  wants: readonly SkillWant[],
  setting: WantedSetting,
  onAnswer: () => void = () => {},
): Promise<FoundAvailable> {
  const locks = new Map(setting.lock.skills.map((skill) => [skill.name, skill]));
  const available = new Map<string, Available>();
  const failed: { name: string; error: SkillError }[] = [];
  await mapBounded(wants, packagingLimits.sourcesAtOnce, async (want) => {
    const locked = locks.get(want.name);
    try {
      if (locked) available.set(want.name, await askFor(want, locked, setting));
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      failed.push({ name: want.name, error });
    }
    onAnswer();
  });
  return { available, failed: failed.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

async function askFor(want: SkillWant, locked: LockedSkill, setting: WantedSetting): Promise<Available> {
  const spec = specOf(want, setting);
  const { release: wanted, tooYoung } = await chooseRelease(spec, setting, locked);
  const open = await latestSpec(spec, setting);
  if (open !== spec) return { wanted, latest: await setting.sourceOf(open).resolve(open) };
  if (tooYoung) return { wanted, latest: tooYoung };
  const isComparable = wanted.version !== undefined || wanted.resolved === locked.resolved;
  if (isComparable) return { wanted, latest: wanted };
  // A commit or a digest of a whole folder says nothing about one skill of it: its content does.
  const newest = await getNewest(want, spec, { ...setting, release: wanted, previous: locked });
  const release = releaseOf(newest.locked);
  return { wanted: release, latest: release };
}

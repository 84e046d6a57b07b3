import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import type { Cache } from "../apply/cache.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { SkillWant } from "../lock/wants.ts";
import type { WantedSkill } from "../plan/plan-install.ts";
import type { FoundSkill } from "../sources/find-skills.ts";
import { parseSource } from "../sources/parse-source.ts";
import type { Release, SourceSpec } from "../sources/source.ts";
import { isLockedFrom } from "./locked-source.ts";
import { fetchOffer, type InstallSetting, type Offer } from "./offer.ts";
import { lockSkill } from "./prepare-install.ts";

export type WantedSetting = InstallSetting & {
  readonly home: string;
  readonly cache: Cache;
  /** Install exactly the lock, and fail if it and the wants differ. */
  readonly frozen: boolean;
};

/**
 * Gets every skill of a file of wants: in the state that the lock has, or else the newest one. An optional one that cannot be fetched
 * is left out; `skipped` has its name.
 */
export async function getWanted(
  wants: readonly SkillWant[],
  setting: WantedSetting,
): Promise<{ readonly wanted: readonly WantedSkill[]; readonly skipped: readonly string[] }> {
  const locks = new Map(setting.lock.skills.map((skill) => [skill.name, skill]));
  const plans = wants.map((want) => {
    const spec = specOf(want, setting);
    const locked = locks.get(want.name);
    return { want, spec, locked: locked && isLockedFrom(spec, locked, setting.root) ? locked : undefined };
  });
  if (setting.frozen) {
    const names = new Set(wants.map(({ name }) => name));
    const differing = [
      ...plans.flatMap(({ want, locked }) => (locked === undefined ? [want.name] : [])),
      ...setting.lock.skills.flatMap(({ name }) => (names.has(name) ? [] : [name])),
    ];
    const [name] = differing;
    if (name !== undefined)
      throw new SkillError("install-refused", {
        name,
        reason:
          "skillwright.json and skillwright.lock differ about it, and --frozen installs only what both say",
      });
  }
  const wanted: WantedSkill[] = [];
  const skipped: string[] = [];
  for (const { want, spec, locked } of plans) {
    try {
      wanted.push(locked ? await getLocked(locked, spec, setting) : await getNewest(want, spec, setting));
    } catch (error) {
      const isMissing = error instanceof SkillError && /^source-(?:unavailable|offline)$/.test(error.code);
      if (!isMissing || want.optional !== true) throw error;
      skipped.push(want.name);
    }
  }
  return { wanted, skipped };
}

/** A range beside the source is part of it. */
function specOf({ source, range, skill, name }: SkillWant, { root, home }: WantedSetting): SourceSpec {
  const spec = parseSource(source, { cwd: root, home });
  if (spec.kind === "site") return { ...spec, skill: spec.skill ?? skill ?? name };
  if (range === undefined) return spec;
  if (spec.kind === "npm" || spec.kind === "hub") return { ...spec, range };
  return spec.kind === "git" ? { ...spec, ref: range } : spec;
}

async function getNewest(want: SkillWant, spec: SourceSpec, setting: WantedSetting): Promise<WantedSkill> {
  const offer = await fetchOffer(spec, setting);
  const name = want.skill ?? want.name;
  const { skills } = offer.found;
  const found = skills.find((one) => one.name === name) ?? (skills.length === 1 ? skills[0] : undefined);
  if (found === undefined)
    throw new SkillError("skill-unknown", { name, hint: ` ${want.source} does not have it.` });
  return lockSkill(offer, found, { setting, alias: want.name });
}

/** The content of a locked skill, from the cache or from its source. */
export async function getLocked(
  locked: LockedSkill,
  spec: SourceSpec,
  setting: WantedSetting,
): Promise<WantedSkill> {
  const cached = setting.cache.get(locked.digest);
  if (cached) return { locked, tree: cached };
  const { resolved, version, publishedAt } = locked;
  const release: Release = { resolved, ...compact({ version, publishedAt }) };
  const offer = await fetchOffer(spec, setting, release);
  const found = findLocked(offer, locked);
  const again = found && (await lockSkill(offer, found, { setting, alias: locked.name }));
  if (again?.locked.digest === locked.digest) return { locked, tree: again.tree };
  throw new SkillError("integrity-mismatch", {
    source: `${locked.name} of ${locked.source}`,
    what: "digest",
    actual: again?.locked.digest ?? "missing",
    expected: locked.digest,
  });
}

function findLocked({ spec, found }: Offer, { path = "" }: LockedSkill): FoundSkill | undefined {
  const start = spec.kind === "git" && spec.path !== undefined ? spec.path : "";
  return found.skills.find((one) => [start, one.path].filter((part) => part !== "").join("/") === path);
}

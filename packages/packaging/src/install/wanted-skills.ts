import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import semver from "semver";
import type { Cache } from "../apply/cache.ts";
import { closeLock } from "../dependencies/lock-needs.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { SkillWant } from "../lock/wants.ts";
import type { Verified, WantedSkill } from "../plan/plan-install.ts";
import { trustedBy, verifyKept } from "../sign/kept-signature.ts";
import type { FoundSkill } from "../sources/find-skills.ts";
import type { Release, SourceSpec } from "../sources/source.ts";
import { chooseRelease, releaseOf } from "./choose-release.ts";
import { isLockedFrom } from "./locked-source.ts";
import { fetchOffer, type InstallSetting } from "./offer.ts";
import { lockSkill } from "./prepare-install.ts";
import { specOf, withoutRange } from "./version-range.ts";

export type WantedSetting = InstallSetting & {
  readonly home: string;
  readonly cache: Cache;
  /** Install exactly the lock, and fail if it and the wants differ. */
  readonly frozen: boolean;
  /** Skills that may be locked without being wanted now, such as those of sets that were not chosen. */
  readonly alsoKnown?: readonly string[];
  /** Names of the skills that get the newest release that is wanted, instead of the locked one. */
  readonly renew?: ReadonlySet<string> | "all";
  /** Renewed skills may go beyond the range of versions that is wanted. */
  readonly latest?: boolean;
};

/** A skill that a command is about. */
export type RootSkill = {
  readonly want: SkillWant;
  /** Its source as it is wanted. */
  readonly spec: SourceSpec;
  /** The state that was found for it. */
  readonly chosen: WantedSkill;
  /** Whether it is to stay as it is locked. Otherwise another release in its range may fit better. */
  readonly isLocked: boolean;
};

export type GotWanted = {
  readonly roots: readonly RootSkill[];
  /** Optional skills that cannot be fetched. */
  readonly skipped: readonly string[];
  /** Renewed skills whose newest release is too young for the policies, with that release. */
  readonly held: readonly HeldRelease[];
};
export type HeldRelease = { readonly name: string; readonly release: Release; readonly reason: string };

/**
 * Gets every skill of a file of wants: in the state that the lock has unless it is renewed, or else the newest one. An optional one
 * that cannot be fetched is left out.
 */
export async function getWanted(wants: readonly SkillWant[], setting: WantedSetting): Promise<GotWanted> {
  const locks = new Map(setting.lock.skills.map((skill) => [skill.name, skill]));
  const plans = wants.map((want) => {
    const spec = specOf(want, setting);
    const locked = locks.get(want.name);
    return { want, spec, locked: locked && isLockedFrom(spec, locked, setting.root) ? locked : undefined };
  });
  if (setting.frozen) {
    const { skills } = closeLock(
      setting.lock,
      wants.map(({ name }) => name),
    );
    const known = new Set([...skills.map(({ name }) => name), ...(setting.alsoKnown ?? [])]);
    const differing = [
      ...plans.flatMap(({ want, locked }) => (locked === undefined ? [want.name] : [])),
      ...setting.lock.skills.flatMap(({ name }) => (known.has(name) ? [] : [name])),
    ];
    const [name] = differing;
    if (name !== undefined)
      throw new SkillError("install-refused", {
        name,
        reason:
          setting.lock.skills.length === 0
            ? "--frozen installs what skillwright.lock lists, and it lists nothing; run `skillwright add` once without --frozen"
            : "skillwright.json and skillwright.lock differ about it, and --frozen installs only what both say",
      });
  }
  const roots: RootSkill[] = [];
  const skipped: string[] = [];
  const held: HeldRelease[] = [];
  const { renew = new Set() } = setting;
  for (const { want, spec, locked } of plans) {
    const previous = renew === "all" || renew.has(want.name) ? locks.get(want.name) : undefined;
    try {
      if (previous) roots.push(await renewSkill(want, { spec, previous, held }, setting));
      else {
        const chosen = await (locked ? getLocked(locked, spec, setting) : getNewest(want, spec, setting));
        roots.push({ want, spec, chosen, isLocked: locked !== undefined });
      }
    } catch (error) {
      const isMissing = error instanceof SkillError && /^source-(?:unavailable|offline)$/.test(error.code);
      if (!isMissing || want.optional !== true) throw error;
      skipped.push(want.name);
    }
  }
  return { roots, skipped, held };
}

type Renewal = {
  readonly spec: SourceSpec;
  readonly previous: LockedSkill;
  readonly held: HeldRelease[];
};

/** The newest state of an installed skill. What policies find too young is refused if the skill was named, and else waits. */
async function renewSkill(
  want: SkillWant,
  { spec: wished, previous, held }: Renewal,
  setting: WantedSetting,
): Promise<RootSkill> {
  const { name } = want;
  const spec = setting.latest === true ? await latestSpec(wished, setting) : wished;
  const { release, tooYoung } = await chooseRelease(spec, setting, previous);
  if (tooYoung) {
    const { reason, ...newest } = tooYoung;
    if (release.resolved === previous.resolved && setting.renew !== "all")
      throw new SkillError("install-refused", { name, reason });
    held.push({ name, release: newest, reason });
  }
  const isSame = release.resolved === previous.resolved;
  const chosen = isSame
    ? await getLocked(previous, spec, setting)
    : { ...(await getNewest(want, spec, { ...setting, release, previous })), isRenewal: true as const };
  return { want, spec, chosen, isLocked: isSame };
}

/** The source without its range, unless the range has something newer, as a pre-release. */
export async function latestSpec(
  spec: SourceSpec,
  { sourceOf }: Pick<InstallSetting, "sourceOf">,
): Promise<SourceSpec> {
  const open = withoutRange(spec);
  if (open === undefined) return spec;
  const [wanted, latest] = [await sourceOf(spec).resolve(spec), await sourceOf(open).resolve(open)];
  // A branch may have the name of a version.
  if (wanted.version === undefined || latest.version === undefined) return spec;
  return semver.lt(latest.version, wanted.version) ? spec : open;
}

type NewestSetting = WantedSetting & {
  /** The release to take; what the source refers to now if absent. */
  readonly release?: Release;
  /** What is installed. It stays in the lock if its content is still the newest one. */
  readonly previous?: LockedSkill;
};

/** A skill as its source has it now. */
export async function getNewest(
  want: SkillWant,
  spec: SourceSpec,
  setting: NewestSetting,
): Promise<WantedSkill> {
  const { release, previous } = setting;
  const offer = await fetchOffer(spec, setting, release);
  const name = want.skill ?? want.name;
  const { skills } = offer.found;
  const named = skills.filter((one) => one.name === name);
  const candidates = named.length > 0 ? named : skills;
  // An installed skill is never replaced by another one that is merely the last in its source.
  const isClear = named.length > 0 || (skills.length === 1 && previous === undefined);
  const found = previous && findLocked(candidates, spec, previous);
  const skill = found ?? (isClear ? candidates[0] : undefined);
  if (skill === undefined)
    throw new SkillError("skill-unknown", { name, hint: ` ${want.source} does not have it.` });
  const newest = await lockSkill(offer, skill, { setting, alias: want.name });
  return previous && isSameState(previous, newest.locked) ? { ...newest, locked: previous } : newest;
}

/** Every commit is a new state of a repository, but not of each of its skills. */
function isSameState(one: LockedSkill, other: LockedSkill): boolean {
  return (["digest", "version", "signer", "path", "source"] as const).every((key) => one[key] === other[key]);
}

/** The content of a locked skill, from the cache or from its source. */
export async function getLocked(
  locked: LockedSkill,
  spec: SourceSpec,
  setting: WantedSetting,
): Promise<WantedSkill> {
  const cached = setting.cache.get(locked.digest);
  const signer = cached && (await keptSigner(locked, setting));
  if (cached && signer !== "missing") return { locked, tree: cached, ...compact({ signer }) };
  const offer = await fetchOffer(spec, setting, releaseOf(locked));
  const found = findLocked(offer.found.skills, spec, locked);
  const again = found && (await lockSkill(offer, found, { setting, alias: locked.name }));
  if (again?.locked.digest === locked.digest) return { ...again, locked };
  throw new SkillError("integrity-mismatch", {
    source: `${locked.name} of ${locked.source}`,
    what: "digest",
    actual: again?.locked.digest ?? "missing",
    expected: locked.digest,
  });
}

/** Who signed a locked skill, as far as policies care; `missing` if only its source can tell. */
async function keptSigner(
  locked: LockedSkill,
  { rules, trustRoot, cache }: WantedSetting,
): Promise<Verified | "missing" | undefined> {
  if (trustedBy(rules, trustRoot) === undefined) return undefined;
  const isNeeded = locked.signer !== undefined || rules.some(({ requireSignature }) => requireSignature);
  if (!isNeeded) return { by: undefined };
  const kept = await verifyKept(locked, { signatures: cache.signatures, rules, trustRoot });
  return "signer" in kept ? { by: kept.signer } : "missing";
}

function findLocked(
  skills: readonly FoundSkill[],
  spec: SourceSpec,
  { path = "" }: LockedSkill,
): FoundSkill | undefined {
  const start = spec.kind === "git" && spec.path !== undefined ? spec.path : "";
  return skills.find((one) => [start, one.path].filter((part) => part !== "").join("/") === path);
}

import { releaseOf } from "../install/choose-release.ts";
import { lockedSource } from "../install/locked-source.ts";
import { fetchOffer } from "../install/offer.ts";
import { rangeOf, withoutRange } from "../install/version-range.ts";
import { getLocked, getNewest, type RootSkill, type WantedSetting } from "../install/wanted-skills.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { WantedSkill } from "../plan/plan-install.ts";
import { formatSource } from "../sources/format-source.ts";
import { parseSource } from "../sources/parse-source.ts";
import type { Release, SourceSpec } from "../sources/source.ts";
import type { Dependency, SolverOptions } from "../versions/pubgrub.ts";
import { versionsIn } from "../versions/range.ts";
import { listVersions, type NodeVersions, onlyVersion } from "./node-versions.ts";
import { needsOfText, type StatedNeeds, statedNeeds } from "./stated-needs.ts";

export type DependencySetting = WantedSetting & {
  readonly prefer?: SolverOptions["prefer"];
  /** What `skillwright.json` names: skills, and sources as the lock writes them. */
  readonly named: { readonly skills: ReadonlySet<string>; readonly sources: ReadonlySet<string> };
  /** Names of dependencies that are left out, as skills write them. */
  readonly omitted?: ReadonlySet<string>;
  /** The SKILL.md of an installed skill. */
  readonly installedText: (name: string) => string | undefined;
};

/** A skill, or all skills of a package, with the releases it may be taken from. */
export type GraphNode = {
  /** For a skill the name it is installed under, for a package its source. */
  readonly key: string;
  /** Its source as the lock writes it. */
  readonly origin: string;
  readonly spec: SourceSpec;
  /** The package that it is part of, for skills that are wanted or locked. */
  readonly package?: string | undefined;
  /** Who brings it: the user, the lock, or another skill. */
  readonly from: "root" | "locked" | "kept" | "needed" | "package";
  /** Its name in the source; absent for a package. */
  readonly skill?: string;
  readonly versions: () => Promise<NodeVersions>;
  readonly needs: (release: Release) => Promise<StatedNeeds>;
  /** Its content; undefined for what is not part of the operation. */
  readonly content: (release: Release) => Promise<WantedSkill | undefined>;
};

/** A skill that the user asks for. */
export function rootNode({ want, spec, chosen, isLocked }: RootSkill, setting: DependencySetting): GraphNode {
  const { locked } = chosen;
  const release = releaseOf(locked);
  const open = withoutRange(spec) ?? spec;
  const known = chosenNeeds(chosen, isLocked);
  const isFixed = (isLocked && setting.prefer !== "minimal") || !isInRange(spec, locked);
  const skill = locked.skill ?? locked.name;
  return {
    ...{ key: locked.name, origin: locked.source, spec: open, package: locked.package, from: "root", skill },
    versions: once(async () =>
      isFixed
        ? onlyVersion(release, known.version)
        : { ...(await listVersions({ spec: open, first: release, locked }, setting)), isAsked: true },
    ),
    needs: async (one) =>
      one.resolved === release.resolved ? known : fetchNeeds({ spec: open, skill }, one, setting),
    content: async (one) => {
      if (one.resolved === release.resolved) return chosen;
      const previous = setting.lock.skills.find(({ name }) => name === locked.name);
      const fresh = await getNewest(want, open, { ...setting, release: one, ...(previous && { previous }) });
      return { ...fresh, ...(previous?.source === locked.source && { isRenewal: true }) };
    },
  };
}

/** Names of branches and pre-releases that a range does not name have no alternative. */
function isInRange(spec: SourceSpec, { version }: LockedSkill): boolean {
  const range = rangeOf(spec);
  return range !== undefined && version !== undefined && versionsIn(range, [version]).length > 0;
}

/** What is known without asking a source. The lock knows what the package of a skill needs. */
function chosenNeeds({ locked, tree, needs }: WantedSkill, isLocked: boolean): StatedNeeds {
  const stated = tree === undefined ? { dependencies: [] } : statedNeeds(tree, needs);
  return isLocked ? withLocked(stated, locked) : stated;
}

function withLocked(stated: StatedNeeds, { dependencies = {} }: LockedSkill): StatedNeeds {
  const others = stated.dependencies.filter(
    ({ name, relation = "needs" }) => relation !== "needs" || !Object.hasOwn(dependencies, name),
  );
  const locked = Object.entries(dependencies).map(([name, range]): Dependency => ({ name, range }));
  return { ...stated, dependencies: [...others, ...locked] };
}

/** An installed skill that the command is not about: it stays as it is. */
export function keptNode(locked: LockedSkill, setting: DependencySetting): GraphNode {
  const spec = lockedSpec(locked, setting);
  const known = once(async () => lockedNeeds(locked, setting));
  const { name: key, source: origin, package: owner } = locked;
  return {
    ...{ key, origin, spec, package: owner, from: "kept", skill: locked.skill ?? key },
    versions: once(async () => onlyVersion(releaseOf(locked), (await known()).version)),
    needs: known,
    content: async () => undefined,
  };
}

function lockedNeeds(locked: LockedSkill, { installedText }: DependencySetting): StatedNeeds {
  const stated = needsOfText(installedText(locked.name) ?? "");
  // What it needs is what the lock says; what it cannot live with is only in its SKILL.md.
  const others = stated.dependencies.filter(({ relation = "needs" }) => relation !== "needs");
  return withLocked({ ...stated, dependencies: others }, locked);
}

export type LockedOptions = {
  /** Its source is not asked for other releases. */
  readonly isPinned: boolean;
  /** The new release of a skill of the same source, which it follows if nothing else decides. */
  readonly leader?: Release | undefined;
};

/** An installed skill that is there only because others need it. */
export function lockedNode(
  locked: LockedSkill,
  { isPinned, leader }: LockedOptions,
  setting: DependencySetting,
): GraphNode {
  const spec = lockedSpec(locked, setting);
  const { name: key, source: origin, package: owner, skill = key } = locked;
  const release = releaseOf(locked);
  const isHere = (one: Release): boolean => one.resolved === locked.resolved;
  return {
    ...{ key, origin, spec, package: owner, from: "locked", skill },
    versions: once(async () => {
      if (isPinned) return onlyVersion(release, lockedNeeds(locked, setting).version);
      const stays = staysLocked(key, setting);
      // Each skill of a site is a release by itself.
      const followed = spec.kind === "site" ? undefined : leader;
      const first = stays ? release : followed;
      const known = await listVersions({ spec, first, locked }, setting);
      // With --latest and --minimal the lock has no say, so that being in it gives no precedence either.
      const isAsked = !stays && (setting.prefer ?? "locked") === "locked";
      return isAsked ? { ...known, isAsked } : known;
    }),
    needs: async (one) =>
      isHere(one) ? lockedNeeds(locked, setting) : fetchNeeds({ spec, skill }, one, setting),
    content: async (one) => {
      if (isHere(one)) return getLocked(locked, spec, setting);
      const want = { name: key, source: origin, skill };
      const fresh = await getNewest(want, spec, { ...setting, release: one, previous: locked });
      return { ...fresh, isRenewal: true };
    },
  };
}

/** Whether a skill that others need is to stay in the version that the lock has, if that fits. */
export function staysLocked(name: string, { prefer = "locked", renew }: DependencySetting): boolean {
  return prefer === "locked" && renew !== "all" && renew?.has(name) !== true;
}

/** The lock does not say which range or branch a skill was wanted by. */
function lockedSpec({ source, version, name, skill }: LockedSkill, setting: DependencySetting): SourceSpec {
  const spec = parseSource(source, { cwd: setting.root, home: setting.home });
  if (spec.kind === "site") return { ...spec, skill: skill ?? name };
  return spec.kind === "git" && version !== undefined ? { ...spec, ref: "latest" } : spec;
}

export type NeededSkill = {
  readonly spec: SourceSpec;
  readonly skill: string;
  /** The release that the skill which asks is taken from, if it is of the same source. */
  readonly first?: Release | undefined;
};

/** A skill that another one needs. */
export function neededNode({ spec, skill, first }: NeededSkill, setting: DependencySetting): GraphNode {
  const want = { name: skill, source: formatSource(spec, { from: setting.root }) };
  return {
    ...{ key: skill, origin: lockedSource(spec, setting.root), spec, from: "needed", skill },
    versions: once(async () => {
      const known = await listVersions({ spec, first }, setting);
      const [only] = known.releases.values();
      if (!known.isUnversioned || only === undefined) return known;
      return onlyVersion(only, (await fetchNeeds({ spec, skill }, only, setting)).version);
    }),
    needs: (one) => fetchNeeds({ spec, skill }, one, setting),
    content: (one) => getNewest(want, spec, { ...setting, release: one }),
  };
}

/** All skills of a source that a skill needs as a whole. Its needs are these skills, in the same version. */
export function packageNode(spec: SourceSpec, setting: DependencySetting): GraphNode {
  const origin = lockedSource(spec, setting.root);
  return {
    ...{ key: formatSource(spec, { from: setting.root }), origin, spec, from: "package" },
    versions: once(() => listVersions({ spec }, setting)),
    needs: async (one) => {
      const { found } = await fetchOffer(spec, setting, one);
      const names = new Set(found.skills.map(({ name }) => name));
      return { dependencies: [...names].map((name) => ({ name, range: one.version ?? "*" })) };
    },
    content: async () => undefined,
  };
}

async function fetchNeeds(
  { spec, skill }: { readonly spec: SourceSpec; readonly skill: string },
  release: Release,
  setting: DependencySetting,
): Promise<StatedNeeds> {
  const { found } = await fetchOffer(spec, setting, release);
  const one = found.skills.find(({ name }) => name === skill);
  return one === undefined ? missingSkill(skill) : statedNeeds(one.tree, one.needs);
}

/** A release without the skill cannot be chosen. */
function missingSkill(skill: string): StatedNeeds {
  return { dependencies: [{ name: `${absent}${skill}`, range: "*" }] };
}

/** Starts the key of something that a release lacks. */
export const absent = "a skill named ";

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

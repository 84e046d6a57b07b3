import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import type { CatalogSkill, ShadowedSkill } from "./catalog-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { normalizeName } from "./skill-names.ts";
import { fitsVersion, readVersionRange, type VersionRange } from "./version-range.ts";

export type VersionRequest = {
  /** The reference without the version. */
  readonly name: string;
  readonly range: VersionRange;
  /** The range as written. */
  readonly text: string;
};

/** What a lock knows about an installed skill. */
export type Installed = {
  readonly version?: string;
  readonly package?: string;
  /** The name it is installed under, if that is not its own. */
  readonly alias?: string;
};
export type InstalledOf = (skill: DiscoveredSkill) => Installed;

/** Reads `pdf@^1.2`; undefined when what follows the first `@` is not a range, as in `pdf@acme` and `pdf@personal`. */
export function readVersionRequest(reference: string): VersionRequest | undefined {
  const trimmed = normalizeName(reference.trim());
  const at = trimmed.indexOf("@", 1);
  const text = trimmed.slice(at + 1);
  const range = at === -1 ? undefined : readVersionRange(text);
  return range && { name: trimmed.slice(0, at), range, text };
}

/** Trust covers what a SKILL.md states, so a lock counts only where it states nothing. */
function versionOf(skill: AnySkill, installedOf: InstalledOf): string | undefined {
  const { metadata, version } = skill.traits;
  return metadata?.version ?? version ?? readInstalled(skill, installedOf).version;
}

/** Nothing more is read of an untrusted project. */
export function readInstalled(skill: AnySkill, installedOf: InstalledOf): Installed {
  return skill.disabled.includes("untrusted") ? {} : installedOf(skill);
}

type AnySkill = CatalogSkill | ShadowedSkill;
type Search = {
  readonly request: VersionRequest;
  /** What the name means without the version. */
  readonly found: readonly AnySkill[];
  readonly installedOf: InstalledOf;
};

/**
 * The strongest skill with a version in the range: the one that has the name, then those that lost it, by rank, then those of
 * packages, of which several may fit. A version must not lead around anyone's decision, so the search ends at a skill of the
 * enterprise and at one that a policy denies.
 */
export function findVersions(resolution: Resolution, search: Search): readonly AnySkill[] {
  const { request, installedOf } = search;
  const { competing, packaged, name } = candidatesOf(resolution, search);
  const fits = (skill: AnySkill): boolean => {
    const version = versionOf(skill, installedOf);
    return version !== undefined && fitsVersion(version, request.range);
  };
  for (const skill of competing) {
    if (fits(skill)) return [skill];
    if (isDecided(skill)) return [];
  }
  const fitting = packaged.filter(fits);
  const preferred = fitting.filter(({ id }) => id === resolution.bareNames.get(name));
  const enabled = fitting.filter((skill) => skill.enabled);
  return [preferred, enabled].find(({ length }) => length > 0) ?? fitting;
}

function isDecided({ root, disabled }: AnySkill): boolean {
  return root.scope === "enterprise" || disabled.includes("denied");
}

type Candidates = {
  /** Strongest first. */
  readonly competing: readonly AnySkill[];
  /** Other skills that have the bare name in a package. */
  readonly packaged: readonly AnySkill[];
  readonly name: string;
};

function candidatesOf({ skills, shadowed }: Resolution, { request, found }: Search): Candidates {
  const [first, ...others] = found;
  const losers = shadowed.filter(({ winner }) => winner === first?.id).sort((a, b) => a.rank - b.rank);
  // Skills of several packages do not compete.
  const competing = first === undefined || others.length > 0 ? [] : [first, ...losers];
  const name = request.name.replace(/^[/$]/, "");
  const packaged = skills.filter(
    (skill) =>
      skill.root.package !== undefined && normalizeName(skill.name) === name && !competing.includes(skill),
  );
  return { competing, packaged, name };
}

/** The error that lists the existing versions. What is hidden from an agent stays hidden in its errors. */
export function noVersion(resolution: Resolution, search: Search): SkillError {
  const { request, installedOf } = search;
  const { competing, packaged } = candidatesOf(resolution, search);
  const decided = competing.findIndex(isDecided);
  const reachable = decided === -1 ? [...competing, ...packaged] : competing.slice(0, decided + 1);
  const versions = reachable
    .filter(({ enabled }) => enabled)
    .map((skill) => `${versionOf(skill, installedOf) ?? "no version"} (${skill.id}, ${skill.root.scope})`);
  const known = versions.length === 0 ? "None is available." : `Found: ${versions.join(", ")}.`;
  const { name, text: range } = request;
  return new SkillError("skill-version-missing", { name, range, versions: known });
}

import { SkillError } from "../error.ts";
import { baseName } from "../path/path.ts";
import { compact } from "../text/compact.ts";
import { suggest } from "../text/suggest.ts";
import type { CatalogSkill, ShadowedSkill } from "./catalog-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { labelsOf, normalizeName, skillKey } from "./skill-names.ts";
import {
  findVersions,
  type InstalledOf,
  noVersion,
  readInstalled,
  readVersionRequest,
} from "./version-request.ts";

/**
 * The skill for a reference, enabled or not: an id (`pdf`, `acme:pdf`, `pdf@personal`), optionally with the `/` or `$`
 * that people type, `pdf@acme` and `acme/pdf` for `acme:pdf`, the bare name of a package's skill, or a name with any
 * label of its location, or the alias it is installed under. `pdf@^1.2` is the strongest skill of that name with such a version; see `findVersions`.
 */
export function findSkill(
  resolution: Resolution,
  reference: string,
  installedOf: InstalledOf = notInstalled,
): CatalogSkill | ShadowedSkill {
  const [skill, ...others] = findMatches(resolution, reference, installedOf);
  if (skill === undefined) {
    const request = readVersionRequest(reference);
    const found = request === undefined ? [] : findNamed(resolution, request.name, installedOf);
    if (request !== undefined && found.length > 0)
      throw noVersion(resolution, { request, found, installedOf });
    // Suggest only skills on offer: what is hidden from an agent stays hidden in its errors.
    const near = findNear(
      resolution.skills.filter(({ enabled }) => enabled),
      reference,
    );
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    throw new SkillError("skill-unknown", { name: reference, hint });
  }
  if (others.length === 0) return skill;
  const ids = [skill, ...others].map(({ id }) => id).join(", ");
  throw new SkillError("skill-ambiguous", { name: reference, ids });
}

/** All skills that a reference may mean, by the first interpretation that finds any. */
export function findMatches(
  resolution: Resolution,
  reference: string,
  installedOf: InstalledOf = notInstalled,
): readonly (CatalogSkill | ShadowedSkill)[] {
  const request = readVersionRequest(reference);
  const found = findNamed(resolution, request?.name ?? reference, installedOf);
  return request === undefined ? found : findVersions(resolution, { request, found, installedOf });
}

const notInstalled: InstalledOf = () => ({});

function findNamed(
  resolution: Resolution,
  reference: string,
  installedOf: InstalledOf,
): readonly (CatalogSkill | ShadowedSkill)[] {
  const name = normalizeName(reference.trim());
  const readings = /^[/$]/.test(name) ? [name, name.slice(1)] : [name];
  for (const reading of readings) {
    for (const way of ways) {
      const matches = way(resolution, reading, installedOf);
      if (matches.length > 0) return matches;
    }
  }
  return [];
}

/** The id, or bare name of a package's skill, nearest to a misspelled reference. */
export function findNear(skills: readonly CatalogSkill[], reference: string): string | undefined {
  const name = normalizeName(reference.trim()).replace(/^[/$]/, "");
  const known = skills.flatMap(({ id, root, name: bare }) =>
    root.package === undefined ? [id] : [id, bare],
  );
  return suggest(name, known);
}

type Way = (
  resolution: Resolution,
  name: string,
  installedOf: InstalledOf,
) => readonly (CatalogSkill | ShadowedSkill)[];

/** Ids first, by binary search; the others scan the list. */
const ways: readonly Way[] = [
  byId,
  byBareName,
  byPackageAlias,
  byPlace,
  byNameInPackages,
  byInstalledPackage,
  byInstalledAlias,
];

function byId(resolution: Resolution, id: string): readonly (CatalogSkill | ShadowedSkill)[] {
  const skills = searchSorted(resolution.skills, id);
  return skills.length > 0 ? skills : searchSorted(resolution.shadowed, id);
}

function byBareName(resolution: Resolution, name: string): readonly CatalogSkill[] {
  const id = resolution.bareNames.get(name);
  return id === undefined ? [] : searchSorted(resolution.skills, id);
}

function byPackageAlias({ skills }: Resolution, alias: string): readonly CatalogSkill[] {
  return packageIds(alias)
    .flatMap((id) => searchSorted(skills, id))
    .filter(({ root }) => root.package !== undefined);
}

/** `pdf@acme` and `acme/pdf` as ids. Names contain neither `@` nor `/`, but packages may contain both: `@acme/tools`. */
function packageIds(alias: string): readonly string[] {
  const at = alias.indexOf("@", 1);
  const slash = alias.lastIndexOf("/");
  return [
    ...(at > 0 ? [`${alias.slice(at + 1)}:${alias.slice(0, at)}`] : []),
    ...(slash > 0 ? [`${alias.slice(0, slash)}:${alias.slice(slash + 1)}`] : []),
  ];
}

/** `acme:pdf` in all spellings, for a skill that a lock says was installed from the package; real packages come first. */
function byInstalledPackage(
  { skills, shadowed }: Resolution,
  reference: string,
  installedOf: InstalledOf,
): readonly (CatalogSkill | ShadowedSkill)[] {
  if (!/[:@/]/.test(reference)) return [];
  const ids = [reference, ...packageIds(reference)];
  const isNamed = (skill: CatalogSkill): boolean => {
    const end = `:${normalizeName(skill.name)}`;
    if (skill.root.package !== undefined || !ids.some((id) => id.endsWith(end))) return false;
    const { package: from } = readInstalled(skill, installedOf);
    return from !== undefined && ids.includes(`${from}${end}`);
  };
  const found = skills.filter(isNamed);
  return found.length > 0 ? found : shadowed.filter(isNamed);
}

/** The name that `add --as` installed a second skill of one name under; it is the one of its folder, too. */
function byInstalledAlias(
  { skills, shadowed }: Resolution,
  alias: string,
  installedOf: InstalledOf,
): readonly (CatalogSkill | ShadowedSkill)[] {
  return [...skills, ...shadowed].filter(
    (skill) =>
      normalizeName(baseName(skill.directory)) === alias &&
      normalizeName(readInstalled(skill, installedOf).alias ?? "") === alias,
  );
}

/** `pdf@personal` means the same skill even when it is not shadowed. */
function byPlace(resolution: Resolution, reference: string): readonly (CatalogSkill | ShadowedSkill)[] {
  if (!reference.includes("@", 1)) return [];
  return [...resolution.skills, ...resolution.shadowed].filter((skill) => {
    const key = `${skillKey(skill)}@`;
    return reference.startsWith(key) && labelsOf(skill).includes(reference.slice(key.length));
  });
}

function byNameInPackages({ skills }: Resolution, name: string): readonly CatalogSkill[] {
  const found = skills.filter(
    (skill) => skill.root.package !== undefined && normalizeName(skill.name) === name,
  );
  const enabled = found.filter((skill) => skill.enabled);
  return enabled.length > 0 ? enabled : found;
}

function searchSorted<T extends CatalogSkill>(skills: readonly T[], id: string): readonly T[] {
  let low = 0;
  let high = skills.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((skills[middle]?.id ?? "") < id) low = middle + 1;
    else high = middle;
  }
  return skills.slice(low, low + 1).filter((skill) => skill.id === id);
}

/** How a name was resolved; each skill carries its own reasons for losing or not being offered. */
export type Explanation = {
  /** The name as requested. */
  readonly name: string;
  /** The skill that has the name; absent when there is none or several packages have it. */
  readonly winner?: CatalogSkill;
  readonly losers: readonly ShadowedSkill[];
  /** Other skills with this name that did not compete for it, such as those of packages; each has its own id. */
  readonly others: readonly CatalogSkill[];
  /** The nearest id when nothing is found. */
  readonly near?: string;
};

/** Winner and losers of a name, with or without a version. For a loser's id, explains the name it lost. */
export function explainSkill(
  resolution: Resolution,
  name: string,
  installedOf: InstalledOf = notInstalled,
): Explanation {
  const matches = findNamed(resolution, readVersionRequest(name)?.name ?? name, installedOf);
  const [first] = matches;
  if (first === undefined) {
    const near = findNear(resolution.skills, name);
    return { name, losers: [], others: [], ...compact({ near }) };
  }
  const winners = new Set(matches.map((skill) => ("winner" in skill ? skill.winner : skill.id)));
  const winner = winners.size === 1 ? resolution.skills.find(({ id }) => winners.has(id)) : undefined;
  const bare = normalizeName(first.name);
  return {
    name,
    ...compact({ winner }),
    losers: resolution.shadowed.filter((skill) => winners.has(skill.winner)),
    others: resolution.skills.filter((skill) => skill !== winner && normalizeName(skill.name) === bare),
  };
}

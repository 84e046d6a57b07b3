import { SkillError } from "../error.ts";
import { suggest } from "../text/suggest.ts";
import type { CatalogSkill, ShadowedSkill } from "./catalog-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { normalizeName, skillKey } from "./skill-key.ts";
import { labelsOf } from "./skill-labels.ts";

/**
 * The skill for a reference, enabled or not: an id (`pdf`, `acme:pdf`, `pdf@personal`), optionally with the `/` or `$`
 * that people type, `pdf@acme` and `acme/pdf` for `acme:pdf`, the bare name of a package's skill, or a name with any
 * label of its location.
 */
export function findSkill(resolution: Resolution, reference: string): CatalogSkill | ShadowedSkill {
  const [skill, ...others] = findMatches(resolution, reference);
  if (skill === undefined) {
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
): readonly (CatalogSkill | ShadowedSkill)[] {
  const name = normalizeName(reference.trim());
  const readings = /^[/$]/.test(name) ? [name, name.slice(1)] : [name];
  for (const reading of readings) {
    for (const way of ways) {
      const matches = way(resolution, reading);
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

type Way = (resolution: Resolution, name: string) => readonly (CatalogSkill | ShadowedSkill)[];

/** Ids first, by binary search; the others scan the list. */
const ways: readonly Way[] = [byId, byBareName, byPackageAlias, byPlace, byNameInPackages];

function byId(resolution: Resolution, id: string): readonly (CatalogSkill | ShadowedSkill)[] {
  const skills = searchSorted(resolution.skills, id);
  return skills.length > 0 ? skills : searchSorted(resolution.shadowed, id);
}

function byBareName(resolution: Resolution, name: string): readonly CatalogSkill[] {
  const id = resolution.bareNames.get(name);
  return id === undefined ? [] : searchSorted(resolution.skills, id);
}

/** Names contain neither `@` nor `/`, but packages may contain both: `@acme/tools`. */
function byPackageAlias({ skills }: Resolution, alias: string): readonly CatalogSkill[] {
  const at = alias.indexOf("@", 1);
  const slash = alias.lastIndexOf("/");
  const ids = [
    ...(at > 0 ? [`${alias.slice(at + 1)}:${alias.slice(0, at)}`] : []),
    ...(slash > 0 ? [`${alias.slice(0, slash)}:${alias.slice(slash + 1)}`] : []),
  ];
  return ids.flatMap((id) => searchSorted(skills, id)).filter(({ root }) => root.package !== undefined);
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

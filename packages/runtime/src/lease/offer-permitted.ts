import { SkillError } from "@skillwright/core";
import type { Catalog, CatalogList, CatalogSkill, Explanation } from "@skillwright/core/catalog";
import { createListing, toListedSkills } from "@skillwright/core/listing";
import type { LeaseDenial, LeaseGuard } from "./open-lease.ts";
import { usedEntry, usedListed } from "./used-skill.ts";

/**
 * A catalog that offers only what the hub permits now: other skills count as disabled, and nothing of them can be read. Activation
 * uses the catalog itself, since a session refuses what the hub does not permit with the reason and records it.
 */
export function offerPermitted(catalog: Catalog, lease: LeaseGuard): Catalog {
  const digests = createDigests(catalog);
  const list = (): CatalogList => {
    const all = catalog.list();
    const check = lease.screen();
    if (check === undefined) return all;
    digests.keep(all);
    const mark = <Skill extends CatalogSkill>(skill: Skill): Skill =>
      skill.enabled && check(usedListed(skill, digests.of)) !== undefined ? withhold(skill) : skill;
    return { ...all, skills: all.skills.map(mark), shadowed: all.shadowed.map(mark) };
  };
  const permitted = (find: Catalog["search"]): Catalog["search"] => {
    return async (query, { limit = 10, ...options } = {}) => {
      const { skills, shadowed } = list();
      const withheld = new Set(
        [...skills, ...shadowed].flatMap(({ id, disabled }) => (disabled.includes("withheld") ? [id] : [])),
      );
      const hits = await find(query, { ...options, limit: limit + withheld.size });
      return hits.filter(({ skill }) => !withheld.has(skill.id)).slice(0, limit);
    };
  };
  const match = permitted(catalog.match);
  return {
    ...catalog,
    list,
    explain: (name) => markExplained(catalog.explain(name), list()),
    match,
    search: permitted(catalog.search),
    find: (reference) => {
      const skill = catalog.find(reference);
      requirePermitted(skill, lease.screen()?.(usedListed(skill, digests.of)));
      return skill;
    },
    load: async (reference, options) => {
      const entry = await catalog.load(reference, options);
      requirePermitted(entry.skill, lease.check(usedEntry(entry)));
      return entry;
    },
    readFile: async (reference, path, options) => {
      const skill = catalog.find(reference);
      const check = lease.screen();
      if (check === undefined) return catalog.readFile(reference, path, options);
      // The file must be part of what was checked.
      const digest = catalog.digest(skill);
      requirePermitted(skill, check(usedListed(skill, () => digest)));
      return catalog.readFile(reference, path, { digest, ...options });
    },
    listing: async ({ task, ...rest }) => {
      const hits = task === undefined ? [] : await match(task);
      const offered = list().skills.filter((skill) => skill.enabled && catalog.mayModelChoose(skill));
      return createListing(toListedSkills(offered), {
        ...rest,
        ...(task === undefined ? {} : { best: hits.map(({ skill }) => skill.id) }),
      });
    },
  };
}

/** An explanation in which the same skills are disabled as in the list. */
function markExplained(explanation: Explanation, { skills, shadowed }: CatalogList): Explanation {
  const marked = new Map([...skills, ...shadowed].map((skill) => [skill.id, skill]));
  const mark = <Skill extends CatalogSkill>(skill: Skill): Skill => {
    const { enabled, disabled } = marked.get(skill.id) ?? skill;
    return { ...skill, enabled, disabled };
  };
  const { winner, losers, others, ...rest } = explanation;
  return {
    ...rest,
    ...(winner && { winner: mark(winner) }),
    ...{ losers: losers.map(mark), others: others.map(mark) },
  };
}

function withhold<Skill extends CatalogSkill>(skill: Skill): Skill {
  return { ...skill, enabled: false, disabled: [...skill.disabled, "withheld"] };
}

function requirePermitted({ id }: CatalogSkill, denial: LeaseDenial | undefined): void {
  if (denial !== undefined)
    throw new SkillError("skill-disabled", { name: id, reason: denial.text.replace(/\.$/, "") });
}

type Digests = {
  of(skill: CatalogSkill): string;
  /** Forgets skills that are no longer in the catalog. */
  keep(list: CatalogList): void;
};

/**
 * Digests for lists, computed again when a skill's SKILL.md changes. Changes of its other files are noticed when something is read,
 * which always computes the digest.
 */
function createDigests(catalog: Catalog): Digests {
  let known = new Map<string, string>();
  let listed: CatalogList | undefined;
  const keyOf = ({ directory, changedMs, size }: CatalogSkill): string => `${changedMs} ${size} ${directory}`;
  return {
    of: (skill) => {
      const key = keyOf(skill);
      const digest = known.get(key) ?? digestOrNone(catalog, skill);
      known.set(key, digest);
      return digest;
    },
    keep: (list) => {
      if (list === listed) return;
      listed = list;
      const present = new Set([...list.skills, ...list.shadowed].map(keyOf));
      known = new Map([...known].filter(([key]) => present.has(key)));
    },
  };
}

/** A skill that cannot be read completely has no digest, so it is not what was deployed or approved. */
function digestOrNone(catalog: Catalog, skill: CatalogSkill): string {
  try {
    return catalog.digest(skill);
  } catch (error) {
    if (error instanceof SkillError) return "none";
    throw error;
  }
}

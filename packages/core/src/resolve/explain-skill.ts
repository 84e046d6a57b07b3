import type { CatalogSkill, ShadowedSkill } from "./catalog-skill.ts";
import { findMatches, findNear } from "./find-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { normalizeName } from "./skill-key.ts";

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

/** Winner and losers of a name. For a loser's id, explains the name it lost. */
export function explainSkill(resolution: Resolution, name: string): Explanation {
  const matches = findMatches(resolution, name);
  const [first] = matches;
  if (first === undefined) {
    const near = findNear(resolution.skills, name);
    return { name, losers: [], others: [], ...(near === undefined ? {} : { near }) };
  }
  const winners = new Set(matches.map((skill) => ("winner" in skill ? skill.winner : skill.id)));
  const winner = winners.size === 1 ? resolution.skills.find(({ id }) => winners.has(id)) : undefined;
  const bare = normalizeName(first.name);
  return {
    name,
    ...(winner === undefined ? {} : { winner }),
    losers: resolution.shadowed.filter((skill) => winners.has(skill.winner)),
    others: resolution.skills.filter((skill) => skill !== winner && normalizeName(skill.name) === bare),
  };
}

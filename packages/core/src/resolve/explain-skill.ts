import type { CatalogSkill, ShadowedSkill } from "./catalog-skill.ts";
import { findMatches, findNear } from "./find-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { normalizeName } from "./skill-key.ts";

/** Why a name means what it means; each skill carries its own reasons for losing and for not being offered. */
export type Explanation = {
  /** What was asked for. */
  readonly name: string;
  /** Who has the name; absent when nobody has, or several packages. */
  readonly winner?: CatalogSkill;
  readonly losers: readonly ShadowedSkill[];
  /** Other skills of this name that did not compete for it, such as those of packages; each has an id of its own. */
  readonly others: readonly CatalogSkill[];
  /** The nearest id when nothing is found. */
  readonly near?: string;
};

/** Winner and losers of a name. Asked for a loser's id, it explains the name that was lost. */
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

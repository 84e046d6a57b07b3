import { listingLimits } from "./limits.ts";
import { compareSkills, type ListedSkill } from "./listed-skill.ts";

export type RankingOptions = {
  /** Ids that a search found for the task at hand, best first. */
  readonly best?: readonly string[];
  /** How often each skill was used. */
  readonly usage?: ReadonlyMap<string, number>;
};

/** Priorities for when not everything fits. */
export type Ranking = {
  isBest(skill: ListedSkill): boolean;
  /** Whether a search found the skill or it was used before. */
  isKnown(skill: ListedSkill): boolean;
  /** How much longer the description may be than that of a skill never used. */
  weight(skill: ListedSkill): number;
  /** The best first, then the most used, then by id. */
  compare(a: ListedSkill, b: ListedSkill): number;
};

export function createRanking({ best = [], usage = new Map() }: RankingOptions): Ranking {
  const places = new Map(best.slice(0, listingLimits.listedBest).map((id, index) => [id, index]));
  const placeOf = ({ id }: ListedSkill): number => places.get(id) ?? listingLimits.listedBest;
  const usesOf = ({ id }: ListedSkill): number => {
    const uses = usage.get(id) ?? 0;
    return uses > 0 ? Math.min(uses, Number.MAX_SAFE_INTEGER) : 0;
  };
  return {
    isBest: (skill) => places.has(skill.id),
    isKnown: (skill) => places.has(skill.id) || usesOf(skill) > 0,
    weight: (skill) => 1 + Math.log2(1 + usesOf(skill)),
    compare: (a, b) => placeOf(a) - placeOf(b) || usesOf(b) - usesOf(a) || compareSkills(a, b),
  };
}

/** The first `count` items in sorted order, without sorting the rest. */
export function takeFirst<T>(
  items: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length === count && last !== undefined && compare(item, last) >= 0) continue;
    const at = first.findLastIndex((other) => compare(other, item) <= 0) + 1;
    first.splice(at, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}

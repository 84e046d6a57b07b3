import type { Measured } from "./measure.ts";
import type { Ranking } from "./ranking.ts";

/**
 * Bytes of description for each skill of a ranked list, beside the names, which are paid for already.
 *
 * The best get the least that is worth showing, then all they have, in their order. Then each of the others gets the
 * least, until one does not fit: it and those after it keep only their names. What is left is spread evenly, and the
 * more a skill is used the larger its share.
 */
export function allot(ranked: readonly Measured[], room: number, ranking: Ranking): readonly number[] {
  const bestCount = ranked.filter(({ skill }) => ranking.isBest(skill)).length;
  const best = ranked.slice(0, bestCount);
  const others = ranked.slice(bestCount);
  const bestFloors = grantFloors(best, room);
  const bestGrants = raiseInOrder(best, bestFloors, room - costOf(best, bestFloors));
  const left = room - costOf(best, bestGrants);
  const floors = grantFloors(others, left);
  const grants = spread(others, floors, { room: left - costOf(others, floors), ranking });
  return [...bestGrants, ...grants];
}

function grantFloors(skills: readonly Measured[], room: number): readonly number[] {
  let left = room;
  return skills.map((skill) => {
    left -= costOfOne(skill, skill.floorBytes);
    return left >= 0 ? skill.floorBytes : 0;
  });
}

function raiseInOrder(
  skills: readonly Measured[],
  grants: readonly number[],
  room: number,
): readonly number[] {
  let left = room;
  return skills.map(({ descriptionBytes }, index) => {
    const granted = grants[index] ?? 0;
    if (granted === 0) return 0;
    const raise = Math.min(descriptionBytes - granted, left);
    left -= raise;
    return granted + raise;
  });
}

type SpreadOptions = { readonly room: number; readonly ranking: Ranking };

/** The highest level that all descriptions can be filled up to, weighed by use. */
function spread(
  skills: readonly Measured[],
  grants: readonly number[],
  { room, ranking }: SpreadOptions,
): readonly number[] {
  const weights = skills.map(({ skill }) => ranking.weight(skill));
  const filledTo = (level: number): readonly number[] =>
    skills.map(({ descriptionBytes }, index) => {
      const granted = grants[index] ?? 0;
      if (granted === 0) return 0;
      return Math.min(descriptionBytes, Math.max(granted, Math.floor(level * (weights[index] ?? 1))));
    });
  const limit = costOf(skills, grants) + room;
  const longest = skills.reduce((most, { descriptionBytes }) => Math.max(most, descriptionBytes), 0);
  if (costOf(skills, filledTo(longest)) <= limit) return filledTo(longest);
  let [low, high] = [0, longest];
  while (low < high) {
    const level = Math.ceil((low + high) / 2);
    if (costOf(skills, filledTo(level)) <= limit) low = level;
    else high = level - 1;
  }
  return filledTo(low);
}

function costOf(skills: readonly Measured[], grants: readonly number[]): number {
  return skills.reduce((sum, skill, index) => sum + costOfOne(skill, grants[index] ?? 0), 0);
}

function costOfOne({ extraBytes }: Measured, granted: number): number {
  return granted === 0 ? 0 : extraBytes + granted;
}

import type { MeasuredEntry } from "./measure.ts";
import type { Ranking } from "./ranking.ts";

/**
 * Distributes bytes for descriptions over a ranked list of skills whose names are already accounted for.
 *
 * The best skills first get the useful minimum, then their whole descriptions, in order. Each of the others then gets the
 * minimum until one does not fit; it and those after it keep only their names. The rest is spread evenly, with larger
 * shares for skills that are used more.
 */
export function distributeBytes(
  ranked: readonly MeasuredEntry[],
  room: number,
  ranking: Ranking,
): readonly number[] {
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

function grantFloors(skills: readonly MeasuredEntry[], room: number): readonly number[] {
  let left = room;
  return skills.map((skill) => {
    left -= costOfOne(skill, skill.floorBytes);
    return left >= 0 ? skill.floorBytes : 0;
  });
}

function raiseInOrder(
  skills: readonly MeasuredEntry[],
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

/** Fills all descriptions up to the highest common level that fits, weighted by use. */
function spread(
  skills: readonly MeasuredEntry[],
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

function costOf(skills: readonly MeasuredEntry[], grants: readonly number[]): number {
  return skills.reduce((sum, skill, index) => sum + costOfOne(skill, grants[index] ?? 0), 0);
}

function costOfOne({ extraBytes }: MeasuredEntry, granted: number): number {
  return granted === 0 ? 0 : extraBytes + granted;
}

import { limits } from "../limits.ts";
import { editDistance } from "../text/edit-distance.ts";

/** The names most likely meant by one that does not exist, best first: few slips, then shared words. */
export function suggestNames(names: readonly string[], wrong: string, max: number): readonly string[] {
  const asked = fold(wrong.slice(0, limits.nameLength * 2));
  if (asked === "") return [];
  return names
    .map((name, index) => ({ name, index, distance: distanceTo(asked, fold(name)) }))
    .filter(({ distance }) => distance < farthest)
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, max)
    .map(({ name }) => name);
}

const farthest = 100;

/** Slips come first (below 10), then names that begin with or hold what was asked, then names that share a word. */
function distanceTo(asked: string, name: string): number {
  const bound = Math.min(9, Math.max(1, Math.floor(asked.length / 4)) + 1);
  const slips = editDistance(asked, name, bound);
  if (slips < bound) return slips;
  if (asked.length >= 2 && name.startsWith(asked)) return 20;
  if (asked.length >= 3 && (name.includes(asked) || asked.includes(name))) return 30;
  const words = new Set(name.split("-"));
  const shared = asked.split("-").filter((word) => word.length > 2 && words.has(word)).length;
  return shared === 0 ? farthest : 60 - shared;
}

function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, "-");
}

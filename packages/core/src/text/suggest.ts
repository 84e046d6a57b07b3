import { limits } from "../limits.ts";

/** The candidate closest to a misspelled word, if one is close enough. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > limits.listedName) return undefined;
  const folded = fold(word);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(folded.length / 4)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > limits.listedName) continue;
    const distance = editDistance(folded, fold(candidate), bestDistance);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best ?? completeWord(folded, candidates);
}

/** The only candidate that starts with what was typed. */
function completeWord(start: string, candidates: Iterable<string>): string | undefined {
  if (start.length < shortestStart) return undefined;
  const [only, ...others] = [...candidates].filter((candidate) => fold(candidate).startsWith(start));
  return others.length === 0 ? only : undefined;
}

const shortestStart = 3;

function fold(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}

/** Edit distance between two words, counting swapped letters as one edit; returns `bound` once it is reached. */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : bound;
      current.push(Math.min(substitution, insertion, swap));
    }
    if (Math.min(...current) >= bound) return bound;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? bound;
}

import { limits } from "../limits.ts";
import { editDistance } from "./edit-distance.ts";

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
  return best;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}

import { limits } from "../limits.ts";

/** Estimates tokens from characters: good enough to compare and warn, and the same for every model. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / limits.charactersPerToken);
}

import { limits } from "../limits.ts";

/** A rule of thumb, not a tokenizer: good enough to compare and to warn, the same for every model. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / limits.charactersPerToken);
}

import { formatsLimits } from "./limits.ts";

/** Words of a text for the name of a folder: a–z, 0–9 and hyphens, cut between words; empty when it has none. */
export function toSlug(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.slice(0, longest).match(/[a-z0-9]+/g) ?? [];
  let slug = words[0]?.slice(0, formatsLimits.evalSlugCharacters) ?? "";
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > formatsLimits.evalSlugCharacters) break;
    slug = `${slug}-${word}`;
  }
  return slug;
}

/** Prompts may be pages long; the first lines are enough. */
const longest = 1000;

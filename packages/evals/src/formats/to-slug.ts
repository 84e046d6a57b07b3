import { formatsLimits } from "./limits.ts";

/** Converts text to a folder name: a–z, 0–9 and hyphens, cut between words; empty when no character qualifies. */
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

/** Prompts can be pages long; the beginning is enough. */
const longest = 1000;

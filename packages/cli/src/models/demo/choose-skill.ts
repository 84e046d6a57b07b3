import type { JsonObject } from "@skillwright/core/text";

/** The best hit of a search, if it is any good. Scores lie between 0 and 1. */
export function chooseFromHits({ skills }: JsonObject): string | undefined {
  const [best] = Array.isArray(skills) ? skills : [];
  if (best === undefined || typeof best.name !== "string") return undefined;
  return typeof best.score === "number" && best.score < fittingScore ? undefined : best.name;
}

/** Of the example skills, "hello" reaches 0.08 and "write a commit message" 0.99. */
const fittingScore = 0.3;

/** The listed skill that shares most words with the task; lists have lines such as `"name": what it is for`. */
export function chooseFromListing(listing: string, task: string): string | undefined {
  const wanted = wordsOf(task);
  const listed = [...listing.matchAll(/^"([^"]+)": (.+)$/gm)].map(([, name = "", description = ""]) => {
    const words = wordsOf(`${name} ${description}`);
    return { name, shared: [...wanted].filter((word) => words.has(word)).length };
  });
  // The first of those with most: sorting keeps the order of equals.
  const [best] = listed.toSorted((one, other) => other.shared - one.shared);
  return best !== undefined && best.shared > 0 ? best.name : undefined;
}

/** Words that mean something: short ones are in every sentence. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}

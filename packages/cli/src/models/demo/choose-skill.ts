import type { JsonObject } from "@skillwright/core/text";

/** The best search result, if its score is good enough. */
export function chooseFromHits({ skills }: JsonObject): string | undefined {
  const [best] = Array.isArray(skills) ? skills : [];
  if (best === undefined || typeof best.name !== "string") return undefined;
  return typeof best.score === "number" && best.score < fittingScore ? undefined : best.name;
}

/** With the example skills, "hello" scores 0.08 and "write a commit message" 0.99. */
const fittingScore = 0.3;

/** The listed skill that shares the most words with the task; lines look like `"name": description`. */
export function chooseFromListing(listing: string, task: string): string | undefined {
  const wanted = wordsOf(task);
  const listed = [...listing.matchAll(/^"([^"]+)": (.+)$/gm)].map(([, name = "", description = ""]) => {
    const words = wordsOf(`${name} ${description}`);
    return { name, shared: [...wanted].filter((word) => words.has(word)).length };
  });
  // Sorting is stable, so the first of equals wins.
  const [best] = listed.toSorted((one, other) => other.shared - one.shared);
  return best !== undefined && best.shared > 0 ? best.name : undefined;
}

/** Words of four or more characters; shorter ones are noise. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}

import { rankSkills, type SearchIndex } from "@skillwright/core/catalog";
import type { LibraryEntry } from "./library-entries.ts";

type Similar = { readonly entry: LibraryEntry; readonly score: number };

/** Skills that the description of one finds besides itself; `isKnown` says that this took no search. */
export type SimilarTo = (entry: LibraryEntry) => {
  readonly isKnown: boolean;
  readonly found: readonly Similar[];
};

/** Searches once for each skill as long as nothing changes: a thousand searches take seconds, and reports ask for all of them. */
export function rememberSimilar(
  index: SearchIndex,
  at: (ordinal: number) => LibraryEntry | undefined,
): SimilarTo {
  const known = new Map<LibraryEntry, readonly Similar[]>();
  return (entry) => {
    const before = known.get(entry);
    if (before !== undefined) return { isKnown: true, found: before };
    const query = entry.latest.description.slice(0, longestQuery);
    const hits = rankSkills(index, query, { limit: neighbors, threshold: leastScore });
    const found = hits.flatMap(({ ordinal, score }) => {
      const other = at(ordinal);
      return other === undefined || other === entry ? [] : [{ entry: other, score }];
    });
    known.set(entry, found);
    return { isKnown: false, found };
  };
}

const neighbors = 4;
const leastScore = 0.3;
const longestQuery = 1000;

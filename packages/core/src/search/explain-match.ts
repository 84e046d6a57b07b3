import { analyzeDocument } from "./analyze-document.ts";
import { analyzeQuery } from "./analyze-query.ts";
import { searchLimits } from "./limits.ts";
import type { SearchDocument } from "./search-document.ts";
import { countIn, searchFields } from "./search-fields.ts";

/** A part of a skill that search reads. */
export type SearchField = (typeof searchFields)[number];

/** A word of a request, and the parts of a skill that have it in any form; none if the skill does not have it. */
export type MatchedWord = { readonly word: string; readonly fields: readonly SearchField[] };

/** Why a skill matches a request: each word that search looks up, in the order of the request. Words such as `the` are not looked up. */
export function explainMatch(query: string, document: SearchDocument): readonly MatchedWord[] {
  const { terms, counts } = analyzeDocument(document);
  const countsOf = new Map(terms.values().map((term, at) => [term, counts[at] ?? 0]));
  return wordsOf(query).flatMap((word) => {
    const looked = analyzeQuery(word).terms;
    if (looked.length === 0) return [];
    const found = looked.map(({ term }) => countsOf.get(term) ?? 0);
    return [
      { word, fields: searchFields.filter((_, field) => found.some((one) => countIn(one, field) > 0)) },
    ];
  });
}

/** The words as the user wrote them, each once, without the punctuation around them. */
function wordsOf(query: string): readonly string[] {
  const words = new Map<string, string>();
  for (const part of query.slice(0, searchLimits.searchQueryLength).split(/\s+/)) {
    const word = trimMarks(part);
    if (word !== "" && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
    if (words.size >= searchLimits.searchQueryTerms) break;
  }
  return [...words.values()];
}

function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && !isWordPart(text[start])) start++;
  while (end > start && !isWordPart(text[end - 1])) end--;
  return text.slice(start, end);
}

/** `C#` and `C++` end with marks that mean something. */
function isWordPart(character = ""): boolean {
  return /[\p{L}\p{N}\p{M}\p{Cs}#+]/u.test(character);
}

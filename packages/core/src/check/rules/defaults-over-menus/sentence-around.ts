import type { Span } from "../../../text/span.ts";

/** Longer sentences are cut around the offset. */
const reach = 300;

/** The sentence, list item or table cell that contains an offset. */
export function sentenceAround(text: string, offset: number, within: Span): Span {
  const from = Math.max(within.start, offset - reach);
  const to = Math.min(within.end, offset + reach);
  let start = from;
  for (const match of text.slice(from, offset).matchAll(boundary))
    start = from + match.index + match[0].length;
  const end = text.slice(offset, to).search(boundary);
  // Keep the final punctuation: it tells whether the sentence is a question.
  return { start, end: end === -1 ? to : Math.min(to, offset + end + 1) };
}

/** A period before whitespace, the end of a paragraph, the next list item, a cell or a heading. */
const boundary = /[.!?:;]["”')*]*\s|\n\s*\n|\n\s*(?:[-*+>#|]|\d+[.)])\s*|\||\s[—–]\s| -- /g;

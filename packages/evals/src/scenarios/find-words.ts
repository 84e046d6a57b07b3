import type { Range } from "@skillwright/core";
import { createLineIndex } from "@skillwright/core/text";

/** Finds a text in a file, as is or JSON-escaped; the start of the file when it is not found. */
export function findWords(text: string, words: string): Range {
  const [spelling = ""] = [words, JSON.stringify(words).slice(1, -1)].filter((one) => text.includes(one));
  const start = Math.max(0, text.indexOf(spelling));
  return createLineIndex(text).rangeOf({ start, end: start + spelling.length });
}

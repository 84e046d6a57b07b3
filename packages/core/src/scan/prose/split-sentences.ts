import type { Span } from "../../text/span.ts";
import { trimSpan } from "../../text/span.ts";

/** Longer sentences are cut, so that rules only meet short texts; the parts overlap, so that no phrase is lost. */
const longest = 1200;
const overlap = 160;

/** The sentences of a part of a text. */
export function splitSentences(text: string, { start, end }: Span): readonly Span[] {
  const part = text.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  for (const match of part.matchAll(boundary)) {
    const at = match.index + match[0].length;
    if (isAbbreviation(part, match.index)) continue;
    addPart(spans, text, { start: start + from, end: start + at });
    from = at;
  }
  addPart(spans, text, { start: start + from, end });
  return spans;
}

/** The end of a sentence, a blank line, or a line break before the name of a speaker. */
const boundary =
  /[.!?。！？]["”’')\]*_]{0,4}(?=\s)|[。！？]|\n[ \t]{0,80}(?=\r?\n)|\n(?=[ \t>]{0,8}[*_[<#]{0,4}(?:system|user|human|assistant|developer|admin|ai)\b[^\n:]{0,24}:)/gi;

function isAbbreviation(part: string, at: number): boolean {
  if (part[at] !== ".") return false;
  const word = /[\w.]{1,12}$/.exec(part.slice(Math.max(0, at - 12), at))?.[0]?.toLowerCase() ?? "";
  return word.length === 1 || abbreviations.has(word) || /^\d{1,3}$/.test(word);
}

const abbreviations = new Set([
  "e.g",
  "i.e",
  "etc",
  "vs",
  "cf",
  "no",
  "dr",
  "mr",
  "mrs",
  "st",
  "incl",
  "approx",
]);

function addPart(spans: Span[], text: string, span: Span): void {
  const { start, end } = trimSpan(text, span);
  if (start >= end) return;
  for (let at = start; at < end; at += longest - overlap) {
    spans.push({ start: at, end: Math.min(end, at + longest) });
    if (at + longest >= end) return;
  }
}

import type { Span } from "../text/span.ts";
import type { Link } from "./outline.ts";

export type InlineParts = { readonly links: Link[]; readonly codeSpans: Span[]; readonly comments: Span[] };

// One alternative each: comment, code span, inline link or image, reference definition, autolink-free text.
const marks = /<!--|`+|(!?)\[(?:[^\]\\\n]|\\.)*\]\(\s*(?:<([^>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))*))|^ {0,3}\[[^\]\n]+\]:[ \t]*(\S+)/gm;

/** Adds the links, code spans and comments of a stretch of prose to `into`. */
export function scanInline(text: string, span: Span, into: InlineParts): void {
  marks.lastIndex = span.start;
  for (let match = marks.exec(text); match && match.index < span.end; match = marks.exec(text)) {
    const start = match.index;
    if (match[0] === "<!--") {
      const close = text.indexOf("-->", start);
      const end = close === -1 || close > span.end ? span.end : close + 3;
      into.comments.push({ start, end });
      marks.lastIndex = end;
      continue;
    }
    if (match[0].startsWith("`")) {
      marks.lastIndex = readCodeSpan(text, { start, end: span.end }, match[0], into);
      continue;
    }
    const href = match[2] ?? match[3] ?? match[4] ?? "";
    const end = start + match[0].length - (match[2] === undefined ? 0 : 1);
    into.links.push({ href, span: { start: end - href.length, end }, image: match[1] === "!" });
  }
}

/** Offset to go on from: after the closing backticks, or after the opening ones when nothing closes them. */
function readCodeSpan(text: string, span: Span, ticks: string, into: InlineParts): number {
  const start = span.start + ticks.length;
  for (let at = text.indexOf(ticks, start); at !== -1 && at < span.end; at = text.indexOf(ticks, at)) {
    let end = at + ticks.length;
    while (text[end] === "`") end++;
    if (end - at === ticks.length) {
      into.codeSpans.push({ start, end: at });
      return end;
    }
    at = end;
  }
  return start;
}

import type { Span } from "../text/span.ts";
import type { Link } from "./outline.ts";

export type InlineParts = { readonly links: Link[]; readonly codeSpans: Span[]; readonly comments: Span[] };

const marks = /\\[^\n]|<!--|`+|!?\[|\]/g;

/** A text and where the part of it that counts ends. */
type Source = { readonly text: string; readonly end: number };

/**
 * Adds the links, code spans and comments of one paragraph to `into` and answers where to go on: at the paragraph's
 * end, or after a comment that runs past it. Every character is looked at a bounded number of times.
 */
export function scanInline({ text, end: limit }: Source, span: Span, into: InlineParts): number {
  const paragraph: Paragraph = { source: text.slice(span.start, span.end), offset: span.start };
  const brackets: { readonly at: number; readonly image: boolean }[] = [];
  marks.lastIndex = 0;
  for (let match = marks.exec(paragraph.source); match; match = marks.exec(paragraph.source)) {
    const [mark] = match;
    if (mark.startsWith("`")) {
      marks.lastIndex = readCodeSpan(paragraph, match.index, into) ?? marks.lastIndex;
    } else if (mark === "<!--") {
      const end = Math.min(limit, endOfComment(text, span.start + match.index));
      into.comments.push({ start: span.start + match.index, end });
      if (end > span.end) return end;
      marks.lastIndex = end - span.start;
    } else if (mark === "[" || mark === "![") {
      brackets.push({ at: match.index, image: mark === "![" });
    } else if (mark === "]") {
      const bracket = brackets.pop();
      const target = bracket && readTarget(paragraph, bracket.at, match.index);
      if (!target) continue;
      into.links.push({ href: target.href, span: target.span, image: bracket.image });
      marks.lastIndex = target.next;
    }
  }
  return span.end;
}

type Paragraph = { readonly source: string; readonly offset: number; lastRuns?: ReadonlyMap<number, number> };

function endOfComment(text: string, start: number): number {
  const close = text.indexOf("-->", start + 2);
  return close === -1 ? text.length : close + 3;
}

/** Offset after the closing backticks; undefined when nothing closes them and they are only text. */
function readCodeSpan(paragraph: Paragraph, at: number, into: InlineParts): number | undefined {
  const { source, offset } = paragraph;
  const start = endOfRun(source, at);
  const length = start - at;
  if (paragraph.lastRuns && (paragraph.lastRuns.get(length) ?? -1) < start) return undefined;
  for (let close = source.indexOf("`", start); close !== -1; ) {
    const end = endOfRun(source, close);
    if (end - close === length) {
      into.codeSpans.push({ start: offset + start, end: offset + close });
      return end;
    }
    close = source.indexOf("`", end);
  }
  paragraph.lastRuns ??= findLastRuns(source);
  return undefined;
}

/** Where each length of backticks occurs last, so that the next run nothing closes costs no search. */
function findLastRuns(source: string): ReadonlyMap<number, number> {
  return new Map(Array.from(source.matchAll(/`+/g), ({ 0: run, index }) => [run.length, index]));
}

function endOfRun(source: string, at: number): number {
  let end = at;
  while (source.charCodeAt(end) === 0x60) end++;
  return end;
}

type Target = { readonly href: string; readonly span: Span; readonly next: number };

const angled = /<([^<>\n]*)>/y;
const bare = /(?!<)(?:[^\s()\\]+|\\.|\([^\s()]*\))*/y;
const closing = /\s*(?:(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\)/y;
const endOfLine = /[ \t]*(?:(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))[ \t]*)?\r?(?:\n|$)/y;

/** What stands behind a pair of brackets: `(href "title")`, or `: href` when they begin a line. */
function readTarget({ source, offset }: Paragraph, opening: number, bracket: number): Target | undefined {
  const isDefinition =
    source[bracket + 1] === ":" && beginsLine(source, opening) && source[opening + 1] !== "^";
  if (!isDefinition && source[bracket + 1] !== "(") return undefined;
  const at = skipBlanks(source, bracket + 2);
  const inAngles = matchAt(angled, source, at);
  const start = inAngles === undefined ? at : at + 1;
  const href = inAngles === undefined ? (matchAt(bare, source, at) ?? "") : inAngles.slice(1, -1);
  const rest = start + href.length + (inAngles === undefined ? 0 : 1);
  const end = matchAt(isDefinition ? endOfLine : closing, source, rest);
  if (end === undefined || (isDefinition && rest === at)) return undefined;
  return {
    href,
    span: { start: offset + start, end: offset + start + href.length },
    next: rest + end.length,
  };
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function skipBlanks(source: string, start: number): number {
  let at = start;
  while (at < source.length && /\s/.test(source[at] ?? "")) at++;
  return at;
}

/** Whether only up to three blanks stand before an offset in its line. */
function beginsLine(source: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 4 && source[start - 1] === " ") start--;
  return at - start < 4 && (start === 0 || source[start - 1] === "\n");
}

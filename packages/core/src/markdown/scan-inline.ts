import type { Span } from "../text/span.ts";
import { backslash, lessThan, openingBracket, tick, tilde } from "./characters.ts";
import type { MarkFinder } from "./find-mark.ts";
import type { Link } from "./outline.ts";

/** A text, where the part of it that counts ends, and what was found in it so far. */
export type InlineSource = {
  readonly text: string;
  readonly end: number;
  readonly findTick: MarkFinder;
  /** Finds what else could begin something inline or a fence. */
  readonly findOther: MarkFinder;
  /** Finds what may end the text of a link. */
  readonly findClosing: MarkFinder;
  readonly links: Link[];
  readonly codeSpans: Span[];
  readonly comments: Span[];
};

/**
 * Adds the code spans between single backticks up to the first mark of anything else in a line, and answers where what
 * is left to read begins: in most lines at their end.
 */
export function scanCodeSpans(source: InlineSource, start: number, end: number): number {
  const { text, findTick, findOther, codeSpans } = source;
  let from = start;
  for (let at = findTick(from); at < end; at = findTick(from)) {
    if (at > findOther(from) || text.charCodeAt(at - 1) === backslash) return from;
    const close = text.indexOf("`", at + 1);
    if (close === -1 || close >= end || close === at + 1 || text.charCodeAt(close + 1) === tick) return from;
    codeSpans.push({ start: at + 1, end: close });
    from = close + 1;
  }
  return findOther(from) < end ? from : end;
}

/**
 * Adds the links, code spans and comments from an offset of a paragraph on to those of its source and answers where to
 * go on: at the paragraph's end, or after a comment that runs past it. Every character is looked at a bounded number of
 * times.
 */
export function scanInline(source: InlineSource, { start, end }: Span, offset: number): number {
  const { text, findTick, findOther, findClosing } = source;
  const paragraph: Paragraph = { start, end };
  const brackets: Bracket[] = [];
  const findMark = (from: number): number => {
    const nearest = Math.min(findTick(from), findOther(from));
    return brackets.length > 0 ? Math.min(nearest, findClosing(from)) : nearest;
  };
  let from = offset;
  for (let at = findMark(from); at < end; at = findMark(from)) {
    const mark = text.charCodeAt(at);
    if (mark === tilde || isEscaped(text, from, at)) from = at + 1;
    else if (mark === tick) from = readCodeSpan(source, paragraph, at);
    else if (mark === lessThan) {
      from = Math.min(source.end, endOfComment(text, at));
      source.comments.push({ start: at, end: from });
      if (from > end) return from;
    } else if (mark === openingBracket) {
      brackets.push(readBracket(text, from, at));
      from = at + 1;
    } else from = readLink(source, paragraph, { at, bracket: brackets.pop() });
  }
  return end;
}

type Paragraph = Span & { lastRuns?: ReadonlyMap<number, number> };
type Bracket = { readonly at: number; readonly image: boolean };

/** Whether an odd number of backslashes stands before an offset, counted back to where the scan came from. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

function endOfComment(text: string, start: number): number {
  const close = text.indexOf("-->", start + 2);
  return close === -1 ? text.length : close + 3;
}

/** Adds the code span at an offset and answers where it ends; backticks that nothing closes are only text. */
function readCodeSpan({ text, codeSpans }: InlineSource, paragraph: Paragraph, at: number): number {
  const start = endOfRun(text, at);
  const length = start - at;
  if (paragraph.lastRuns && (paragraph.lastRuns.get(length) ?? -1) < start) return start;
  for (let close = text.indexOf("`", start); close !== -1 && close < paragraph.end; ) {
    const end = endOfRun(text, close);
    if (end - close === length) {
      codeSpans.push({ start, end: close });
      return end;
    }
    close = text.indexOf("`", end);
  }
  paragraph.lastRuns ??= findLastRuns(text, paragraph);
  return start;
}

/** Where each length of backticks occurs last, so that the next run nothing closes costs no search. */
function findLastRuns(text: string, { start, end }: Span): ReadonlyMap<number, number> {
  const runs = text.slice(start, end).matchAll(/`+/g);
  return new Map(Array.from(runs, ({ 0: run, index }) => [run.length, start + index]));
}

function endOfRun(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === tick) end++;
  return end;
}

function readBracket(text: string, from: number, at: number): Bracket {
  const image = at > from && text[at - 1] === "!" && !isEscaped(text, from, at - 1);
  return { at: image ? at - 1 : at, image };
}

/** Adds the link whose closing bracket stands at an offset, if it is one, and answers where to go on. */
function readLink(
  { text, links }: InlineSource,
  { start, end }: Span,
  { at, bracket }: { readonly at: number; readonly bracket: Bracket | undefined },
): number {
  const next = text[at + 1];
  if (!bracket || (next !== "(" && next !== ":")) return at + 1;
  plainTarget.lastIndex = at + 1;
  if (plainTarget.test(text) && plainTarget.lastIndex <= end) {
    const span = { start: at + 2, end: plainTarget.lastIndex - 1 };
    links.push({ href: text.slice(span.start, span.end), span, image: bracket.image });
    return plainTarget.lastIndex;
  }
  const target = readTarget(text.slice(start, end), bracket.at - start, at - start);
  if (!target) return at + 1;
  const href = { start: start + target.start, end: start + target.start + target.href.length };
  links.push({ href: target.href, span: href, image: bracket.image });
  return start + target.next;
}

/** As most are written: neither a title nor blanks, parentheses, angles or escapes. */
const plainTarget = /\([^\s()<>\\]+\)/y;

type Target = { readonly href: string; readonly start: number; readonly next: number };

const angled = /<([^<>\n]*)>/y;
const bare = /(?!<)(?:[^\s()\\]+|\\.|\([^\s()]*\))*/y;
const closing = /\s*(?:(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\)/y;
const endOfLine = /[ \t]*(?:(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))[ \t]*)?\r?(?:\n|$)/y;

/** What stands behind a pair of brackets: `(href "title")`, or `: href` when they begin a line. */
function readTarget(source: string, opening: number, bracket: number): Target | undefined {
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
  return { href, start, next: rest + end.length };
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

import type { Span } from "../text/span.ts";
import { backslash, lessThan, openingBracket, tick, tilde } from "./characters.ts";
import type { MarkFinder } from "./find-mark.ts";
import type { Link } from "./outline.ts";

/** A text, the end of the part to scan, and the inline elements found so far. */
export type InlineSource = {
  readonly text: string;
  readonly end: number;
  readonly findTick: MarkFinder;
  /** Finds the next mark, other than a backtick, that can start an inline element or a fence. */
  readonly findOther: MarkFinder;
  /** Finds the next closing bracket. */
  readonly findClosing: MarkFinder;
  readonly links: Link[];
  readonly codeSpans: Span[];
  readonly comments: Span[];
};

/**
 * Fast path: records simple code spans of a line up to the first other mark and returns the offset where the full scan
 * has to start, which for most lines is their end.
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
 * Records the links, code spans and comments of a paragraph and returns the offset to continue at: the paragraph's end,
 * or the end of a comment that extends past it. Visits every character a bounded number of times.
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

/** Whether an odd number of backslashes precedes an offset, counting back no further than `from`. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

function endOfComment(text: string, start: number): number {
  const close = text.indexOf("-->", start + 2);
  return close === -1 ? text.length : close + 3;
}

/** Records the code span at an offset and returns its end; unclosed backticks are plain text. */
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

/** The last offset of each length of backtick run, so that further unclosed runs cost no search. */
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

/** Records the link whose closing bracket is at `at`, if it is one, and returns the offset to continue at. */
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

/** The common case: a target without title, spaces, parentheses, angle brackets or escapes. */
const plainTarget = /\([^\s()<>\\]+\)/y;

type Target = { readonly href: string; readonly start: number; readonly next: number };

const angled = /<([^<>\n]*)>/y;
const bare = /(?!<)(?:[^\s()\\]+|\\.|\([^\s()]*\))*/y;
const closing = /\s*(?:(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\)/y;
const endOfLine = /[ \t]*(?:(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))[ \t]*)?\r?(?:\n|$)/y;

/** The target after a pair of brackets: `(href "title")`, or `: href` if they start a line. */
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

/** Whether at most three spaces precede an offset on its line. */
function beginsLine(source: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 4 && source[start - 1] === " ") start--;
  return at - start < 4 && (start === 0 || source[start - 1] === "\n");
}

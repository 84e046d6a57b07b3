import type { Span } from "../text/span.ts";
import { tagPattern } from "./html.ts";

export type Link = { readonly href: string; readonly span: Span; readonly image: boolean };

/** Finds the inline elements of one paragraph, heading or table row after another, in the order of the text. */
export type InlineScanner = (span: Span) => void;
export type InlineElements = {
  readonly links: Link[];
  /** Contents of `code spans`. */
  readonly codeSpans: Span[];
  readonly comments: Span[];
};

/** Creates a scanner that visits every character a bounded number of times. */
export function createInlineScanner(text: string, found: InlineElements): InlineScanner {
  const findMark = findNearest(finderOf(text, "`"), finderOf(text, "["), finderOf(text, "<"));
  const findClosing = finderOf(text, "]");
  const closers = rawClosers.map(({ opening, closing }) => ({
    opening,
    closing,
    find: finderOf(text, closing),
  }));
  /** The end of the HTML or autolink at an offset; `at` itself if it is text. */
  const endOfHtml = (at: number, end: number): number => {
    const isTag = text[at + 1] !== "!" && text[at + 1] !== "?";
    const raw = isTag ? undefined : closers.find(({ opening }) => opening.test(text.slice(at, at + 9)));
    if (raw === undefined) return endOfTag(text, at, end);
    // `<!-->` is a comment too, so its closing mark may overlap the opening one.
    const close = raw.find(at + 2) + raw.closing.length;
    return close <= end ? close : at;
  };
  return (span) => {
    const { end } = span;
    if (findMark(span.start) >= end) return;
    const paragraph: Paragraph = { ...span };
    const brackets: Bracket[] = [];
    let inactive = 0;
    for (let from = span.start; ; ) {
      const nearest = findMark(from);
      const at = brackets.length > 0 ? Math.min(nearest, findClosing(from)) : nearest;
      if (at >= end) return;
      const mark = text[at];
      if (isEscaped(text, span.start, at)) from = at + 1;
      else if (mark === "`") from = readCodeSpan(text, { paragraph, at, found: found.codeSpans });
      else if (mark === "<") {
        const close = endOfHtml(at, end);
        if (close > at && text.startsWith("<!--", at)) found.comments.push({ start: at, end: close });
        from = Math.max(close, at + 1);
      } else if (mark === "[") {
        const image = text[at - 1] === "!" && at > span.start && !isEscaped(text, span.start, at - 1);
        brackets.push({ image });
        from = at + 1;
      } else {
        const bracket = brackets.pop();
        const isActive = bracket?.image || brackets.length >= inactive;
        inactive = Math.min(inactive, brackets.length);
        const target = isActive && text[at + 1] === "(" ? readTarget(text, at + 1, end) : undefined;
        from = target?.next ?? at + 1;
        if (bracket === undefined || target === undefined) continue;
        const href = { start: target.start, end: target.end };
        found.links.push({ href: text.slice(href.start, href.end), span: href, image: bracket.image });
        // A link contains no other links.
        if (!bracket.image) inactive = brackets.length;
      }
    }
  };
}

type Paragraph = Span & { lastRuns?: ReadonlyMap<number, number> };
type Bracket = { readonly image: boolean };

/** Offset of the next mark at or after `from`, or the text's length. Calls must pass non-decreasing offsets. */
type MarkFinder = (from: number) => number;

/** Finds one mark and caches its position, so most calls need no search. */
function finderOf(text: string, mark: string): MarkFinder {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(mark, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

/** Combines finders; returns the nearest result. */
function findNearest(first: MarkFinder, ...others: readonly MarkFinder[]): MarkFinder {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    found = first(from);
    for (const find of others) found = Math.min(found, find(from));
    return found;
  };
}

/** Whether an odd number of backslashes precedes an offset, counting back no further than `from`. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

const rawClosers: readonly { readonly opening: RegExp; readonly closing: string }[] = [
  { opening: /^<!--/, closing: "-->" },
  { opening: /^<\?/, closing: "?>" },
  { opening: /^<!\[CDATA\[/, closing: "]]>" },
  { opening: /^<![A-Za-z]/, closing: ">" },
];

const tagOrAutolink = new RegExp(
  String.raw`<(?:${tagPattern}|[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*>|[\w.!#$%&'*+/=?^\x60{|}~-]+@[\w.-]+>)`,
  "y",
);

function endOfTag(text: string, at: number, end: number): number {
  tagOrAutolink.lastIndex = at;
  return tagOrAutolink.test(text) && tagOrAutolink.lastIndex <= end ? tagOrAutolink.lastIndex : at;
}

type CodeSpanStart = { readonly paragraph: Paragraph; readonly at: number; readonly found: Span[] };

/** Records the code span at an offset and returns its end; unclosed backticks are plain text. */
function readCodeSpan(text: string, { paragraph, at, found }: CodeSpanStart): number {
  const start = endOfTicks(text, at);
  const length = start - at;
  if (paragraph.lastRuns && (paragraph.lastRuns.get(length) ?? -1) < start) return start;
  for (let close = text.indexOf("`", start); close !== -1 && close < paragraph.end; ) {
    const end = endOfTicks(text, close);
    if (end - close === length) {
      found.push({ start, end: close });
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

function endOfTicks(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end++;
  return end;
}

type Target = Span & { readonly next: number };

const angled = /<(?:[^<>\n\\]|\\.)*>/y;
const closing =
  /\s*(?:(?<=\s)(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))\s*)?\)/y;
const whitespace = /\s*/y;

/** The target `(href "title")` whose parenthesis is at an offset, with the span of its href. */
function readTarget(text: string, opening: number, limit: number): Target | undefined {
  const at = endOf(whitespace, text, opening + 1) ?? opening + 1;
  const afterAngles = endOf(angled, text, at);
  const start = afterAngles === undefined ? at : at + 1;
  const end = afterAngles === undefined ? endOfBareHref(text, at) : afterAngles - 1;
  if (end === undefined) return undefined;
  const next = endOf(closing, text, afterAngles ?? end);
  return next === undefined || next > limit ? undefined : { start, end, next };
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** CommonMark requires at least this many levels of parentheses in a target. */
const maxParentheses = 32;

/** The end of a target without angle brackets, in which parentheses are balanced. */
function endOfBareHref(text: string, start: number): number | undefined {
  let depth = 0;
  if (text[start] === "<") return undefined;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character <= 0x20 || character === 0x7f) return depth === 0 ? at : undefined;
    if (text[at] === "\\") at++;
    else if (text[at] === "(" && ++depth > maxParentheses) return undefined;
    else if (text[at] === ")" && --depth < 0) return at;
  }
  return undefined;
}

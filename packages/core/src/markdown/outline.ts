import type { Span } from "../text/span.ts";
import {
  bar,
  carriageReturn,
  closingParenthesis,
  dot,
  hash,
  isBlank,
  isBullet,
  isDigit,
  lineFeed,
  tick,
  tilde,
} from "./characters.ts";
import { closesFence, fenceMark } from "./fence-mark.ts";
import { createMarkFinder, findNearest } from "./find-mark.ts";
import { type InlineSource, scanCodeSpans, scanInline } from "./scan-inline.ts";

type Heading = { readonly level: number; readonly text: string; readonly span: Span };
export type Link = { readonly href: string; readonly span: Span; readonly image: boolean };
export type Outline = {
  readonly headings: readonly Heading[];
  /** Links and images in prose. Links inside code and comments are examples, not references. */
  readonly links: readonly Link[];
  /** Contents of fences. */
  readonly codeBlocks: readonly Span[];
  /** Contents of `code spans`. */
  readonly codeSpans: readonly Span[];
  readonly comments: readonly Span[];
  readonly lineCount: number;
};

/** Finds the parts of a Markdown text that rules need, in one pass. Offsets are into the whole `text`. */
export function outlineMarkdown(text: string, span: Span): Outline {
  const content = trimmed(text, span);
  const body: Body = {
    text,
    end: content.end,
    findTick: createMarkFinder(text, "`"),
    findOther: findNearest(
      createMarkFinder(text, "["),
      createMarkFinder(text, "<!--"),
      createMarkFinder(text, "~"),
    ),
    findClosing: createMarkFinder(text, "]"),
    headings: [],
    links: [],
    codeBlocks: [],
    codeSpans: [],
    comments: [],
    lineCount: content.start === content.end ? 0 : 1,
  };
  for (let at = content.start; at < content.end; ) at = readBlock(body, at);
  const { headings, links, codeBlocks, codeSpans, comments, lineCount } = body;
  return { headings, links, codeBlocks, codeSpans, comments, lineCount };
}

/** The span without leading and trailing whitespace, so that a trailing line break does not count as a line. */
export function trimmed(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && text.charCodeAt(first) <= 0x20) first++;
  while (last > first && text.charCodeAt(last - 1) <= 0x20) last--;
  return { start: first, end: last };
}

type Body = InlineSource & {
  readonly headings: Heading[];
  readonly codeBlocks: Span[];
  /** Lines read so far. */
  lineCount: number;
};

/** Reads the line at an offset, or the fence or paragraph it begins, and returns the offset to continue at. */
function readBlock(body: Body, start: number): number {
  const { text } = body;
  const end = endOfLine(body, start);
  const next = afterLine(body, end);
  const first = skipBlanks(text, start);
  const isHeading = text.charCodeAt(first) === hash && first - start < 4 && readHeading(body, first, end);
  // Most lines contain no marks except code spans, so their paragraph does not matter.
  const from = scanCodeSpans(body, start, end);
  if (from >= end) return next;
  const mark = fenceMark(text, first, end);
  if (mark !== undefined) return readFence(body, next, mark);
  const stop = isHeading ? end : endOfParagraph(body, next);
  const scanned = scanInline(body, { start, end: stop }, from);
  if (scanned <= stop) return Math.max(stop, next);
  // A comment may extend over lines that look like fences and headings.
  body.lineCount += countBreaks(text, Math.max(stop, next), scanned);
  return scanned;
}

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Offset of the line break that ends the line (counting it), or the end of the body. */
function endOfLine(body: Body, start: number): number {
  const newline = body.text.indexOf("\n", start);
  if (newline === -1 || newline >= body.end) return body.end;
  body.lineCount++;
  return newline;
}

/** Start of the line after the one ending at `end`. */
function afterLine(body: Body, end: number): number {
  return Math.min(end + 1, body.end);
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Start of the first line that is empty or starts another block. */
function endOfParagraph(body: Body, start: number): number {
  let at = start;
  while (at < body.end && !startsBlock(body.text, at)) at = afterLine(body, endOfLine(body, at));
  return at;
}

/** Whether the line is empty or may be a fence, a heading, a list item or a table row. */
function startsBlock(text: string, start: number): boolean {
  const at = skipBlanks(text, start);
  switch (text.charCodeAt(at)) {
    case bar:
    case hash:
    case tick:
    case tilde:
    case carriageReturn:
    case lineFeed:
      return true;
    default:
      return startsItem(text, at);
  }
}

/** Whether a list marker (`- ` or `1. `) starts at an offset. */
function startsItem(text: string, start: number): boolean {
  let at = start;
  if (isBullet(text.charCodeAt(at))) return isBlank(text.charCodeAt(at + 1));
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === start) return false;
  const unit = text.charCodeAt(at);
  return (unit === dot || unit === closingParenthesis) && isBlank(text.charCodeAt(at + 1));
}

/** Reads to the line that closes the fence, or to the end of the body. */
function readFence(body: Body, start: number, mark: string): number {
  const { text, codeBlocks } = body;
  for (let at = start; at < body.end; ) {
    const end = endOfLine(body, at);
    if (closesFence(text, { first: skipBlanks(text, at), end }, mark)) {
      codeBlocks.push({ start, end: at });
      return afterLine(body, end);
    }
    at = afterLine(body, end);
  }
  codeBlocks.push({ start, end: body.end });
  return body.end;
}

/** Records the ATX heading at an offset and returns whether there is one. */
function readHeading({ text, headings }: Body, first: number, end: number): boolean {
  let after = first;
  while (text.charCodeAt(after) === hash) after++;
  const level = after - first;
  if (level === 0 || level > 6 || !isBlank(text.charCodeAt(after))) return false;
  const last = text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
  const content = text.slice(after, last).trim();
  // Trailing hashes are decoration only after a space: `# Title ##`, but `# Using C#`.
  const decoration = content.endsWith("#") ? /(?<=^|[ \t])#+$/.exec(content) : null;
  const title = decoration ? content.slice(0, decoration.index).trimEnd() : content;
  headings.push({ level, text: title, span: { start: first, end: last } });
  return true;
}

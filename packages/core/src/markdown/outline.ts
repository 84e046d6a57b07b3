import type { Span } from "../text/span.ts";
import { closesFence, fenceMark } from "./fence-mark.ts";
import { createMarkFinder } from "./find-mark.ts";
import { type InlineSource, scanInline } from "./scan-inline.ts";

type Heading = { readonly level: number; readonly text: string; readonly span: Span };
export type Link = { readonly href: string; readonly span: Span; readonly image: boolean };
export type Outline = {
  readonly headings: readonly Heading[];
  /** Links and images in prose. What stands in code spans, fences and comments is an example, not a reference. */
  readonly links: readonly Link[];
  /** Contents of fences. */
  readonly codeBlocks: readonly Span[];
  /** Contents of `code spans`. */
  readonly codeSpans: readonly Span[];
  readonly comments: readonly Span[];
  readonly lineCount: number;
};

/** What rules need to know of a Markdown text, found in one pass. Offsets are into the whole `text`. */
export function outlineMarkdown(text: string, span: Span): Outline {
  const content = trimmed(text, span);
  const body: Body = {
    text,
    end: content.end,
    findMark: createMarkFinder(text),
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

/** The span without blank space at its ends, so that a trailing line break is not a line. */
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

/** Reads the fence, heading or paragraph at an offset and answers where the next block starts. */
function readBlock(body: Body, start: number): number {
  const { text } = body;
  const line = readLine(body, start);
  const mark = fenceMark(text, line);
  if (mark !== undefined) return readFence(body, line.next, mark);
  const heading = readHeading(text, line);
  if (heading) body.headings.push(heading);
  const end = heading ? line.end : endOfParagraph(body, line.next);
  const next = Math.max(end, line.next);
  if (body.findMark(start) >= end) return next;
  const scanned = scanInline(body, start, end);
  if (scanned <= end) return next;
  // A comment may run on over what looks like fences and headings; they are neither.
  body.lineCount += countBreaks(text, next, scanned);
  return scanned;
}

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

type Line = { readonly start: number; readonly first: number; readonly end: number; readonly next: number };

/** The line at an offset: its first character that is not blank, its end, and the start of the next. */
function readLine(body: Body, start: number): Line {
  const { text, end: limit } = body;
  const newline = text.indexOf("\n", start);
  const isLast = newline === -1 || newline >= limit;
  const stop = isLast ? limit : newline;
  if (!isLast) body.lineCount++;
  const end = stop > start && text.charCodeAt(stop - 1) === 0x0d ? stop - 1 : stop;
  let first = start;
  while (first < end && isBlank(text.charCodeAt(first))) first++;
  return { start, first, end, next: Math.min(stop + 1, limit) };
}

/** Start of the first line that is empty or starts a block of its own. */
function endOfParagraph(body: Body, start: number): number {
  const { text, end } = body;
  let at = start;
  while (at < end && !startsBlock(text, at)) {
    const newline = text.indexOf("\n", at);
    if (newline === -1 || newline >= end) return end;
    body.lineCount++;
    at = newline + 1;
  }
  return at;
}

/** Whether the line at an offset may be a fence, a heading, a list item, a table row, or is empty. */
function startsBlock(text: string, start: number): boolean {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  switch (text[at]) {
    case "|":
    case "#":
    case "`":
    case "~":
    case "\r":
    case "\n":
      return true;
    case "-":
    case "*":
    case "+":
      return isBlank(text.charCodeAt(at + 1));
    default:
      return isNumbered(text, at);
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

const numberPattern = /\d+[.)][ \t]/y;

function isNumbered(text: string, at: number): boolean {
  // Most lines start with a letter, and asking the pattern costs more than this.
  if (text.charCodeAt(at) > 0x39) return false;
  numberPattern.lastIndex = at;
  return numberPattern.test(text);
}

/** Reads on to the line that closes the fence, or to the end when none does. */
function readFence(body: Body, start: number, mark: string): number {
  const { text, end, codeBlocks } = body;
  for (let at = start; at < end; ) {
    const line = readLine(body, at);
    if (closesFence(text, line, mark)) {
      codeBlocks.push({ start, end: at });
      return line.next;
    }
    at = line.next;
  }
  codeBlocks.push({ start, end });
  return end;
}

const headingPattern = /#{1,6}[ \t]/y;

function readHeading(text: string, { start, first, end }: Line): Heading | undefined {
  if (text[first] !== "#" || first - start > 3) return undefined;
  headingPattern.lastIndex = first;
  if (!headingPattern.test(text)) return undefined;
  const after = headingPattern.lastIndex;
  const content = text.slice(after, end).trim();
  // Hashes at the end are decoration when a blank stands before them: `# Title ##`, but `# Using C#`.
  const decoration = content.endsWith("#") ? /(?<=^|[ \t])#+$/.exec(content) : null;
  const title = decoration ? content.slice(0, decoration.index).trimEnd() : content;
  return { level: after - first - 1, text: title, span: { start: first, end } };
}

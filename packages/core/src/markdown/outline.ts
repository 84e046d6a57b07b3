import type { Span } from "../text/span.ts";
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
  };
  for (let at = content.start; at < content.end; ) at = readBlock(body, at);
  const { headings, links, codeBlocks, codeSpans, comments } = body;
  return { headings, links, codeBlocks, codeSpans, comments, lineCount: countLines(text, content) };
}

/** The span without blank space at its ends, so that a trailing line break is not a line. */
export function trimmed(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && text.charCodeAt(first) <= 0x20) first++;
  while (last > first && text.charCodeAt(last - 1) <= 0x20) last--;
  return { start: first, end: last };
}

function countLines(text: string, { start, end }: Span): number {
  if (start === end) return 0;
  let count = 1;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

type Body = InlineSource & { readonly headings: Heading[]; readonly codeBlocks: Span[] };

/** Reads the fence, heading or paragraph at an offset and answers where the next block starts. */
function readBlock(body: Body, start: number): number {
  const { text } = body;
  const line = readLine(text, start, body.end);
  const mark = fenceMark(text, line);
  if (mark !== undefined) return readFence(body, line.next, mark);
  const heading = readHeading(text, line);
  if (heading) body.headings.push(heading);
  const end = heading ? line.end : endOfParagraph(text, line.next, body.end);
  if (body.findMark(start) >= end) return Math.max(end, line.next);
  const scanned = scanInline(body, start, end);
  // A comment may run on over what looks like fences and headings; they are neither.
  return scanned > end ? scanned : Math.max(end, line.next);
}

type Line = { readonly start: number; readonly first: number; readonly end: number; readonly next: number };

/** The line at an offset: its first character that is not blank, its end, and the start of the next. */
function readLine(text: string, start: number, limit: number): Line {
  const newline = text.indexOf("\n", start);
  const stop = newline === -1 || newline > limit ? limit : newline;
  const end = stop > start && text.charCodeAt(stop - 1) === 0x0d ? stop - 1 : stop;
  let first = start;
  while (first < end && isBlank(text.charCodeAt(first))) first++;
  return { start, first, end, next: Math.min(stop + 1, limit) };
}

/** Start of the first line that is empty or starts a block of its own. */
function endOfParagraph(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !startsBlock(text, at)) {
    const newline = text.indexOf("\n", at);
    at = newline === -1 ? end : Math.min(newline + 1, end);
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
      return isDigit(text.charCodeAt(at)) && isNumbered(text, at);
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const numberPattern = /\d+[.)][ \t]/y;

function isNumbered(text: string, at: number): boolean {
  numberPattern.lastIndex = at;
  return numberPattern.test(text);
}

/** The backticks or tildes that open a fence in a line, which may be a list item. */
function fenceMark(text: string, { first, end }: Line): string | undefined {
  const start = afterBullet(text, first);
  const after = endOfMark(text, start);
  if (after - start < 3) return undefined;
  // A backtick further on in the line means that this is inline code, not a fence.
  const tick = text[start] === "`" ? text.indexOf("`", after) : -1;
  return tick !== -1 && tick < end ? undefined : text.slice(start, after);
}

/** Where the backticks or tildes that stand at an offset end. */
function endOfMark(text: string, start: number): number {
  const mark = text.charCodeAt(start);
  if (mark !== 0x60 && mark !== 0x7e) return start;
  let end = start + 1;
  while (text.charCodeAt(end) === mark) end++;
  return end;
}

/** Offset of what follows `- ` or `1. `; the offset itself where no list item starts. */
function afterBullet(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  const mark = text[at];
  const isBullet = at === start ? mark === "-" || mark === "*" || mark === "+" : mark === "." || mark === ")";
  if (!isBullet || text[at + 1] !== " ") return start;
  do at++;
  while (text[at + 1] === " ");
  return at + 1;
}

/** Reads on to the line that closes the fence, or to the end when none does. */
function readFence({ text, end, codeBlocks }: Body, start: number, mark: string): number {
  for (let at = start; at < end; ) {
    const line = readLine(text, at, end);
    if (closes(text, line, mark)) {
      codeBlocks.push({ start, end: at });
      return line.next;
    }
    at = line.next;
  }
  codeBlocks.push({ start, end });
  return end;
}

/** Whether a line holds nothing but the fence's mark, once more or longer. */
function closes(text: string, { first, end }: Line, mark: string): boolean {
  if (!text.startsWith(mark, first)) return false;
  const after = endOfMark(text, first);
  return after === end || text.slice(after, end).trim() === "";
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

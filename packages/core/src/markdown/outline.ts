import type { Span } from "../text/span.ts";
import { type InlineParts, scanInline } from "./scan-inline.ts";

type Heading = { readonly level: number; readonly text: string; readonly span: Span };
export type Link = { readonly href: string; readonly span: Span; readonly image: boolean };
type CodeBlock = { readonly language: string; readonly span: Span };
export type Outline = {
  readonly headings: readonly Heading[];
  /** Links and images in prose. What stands in code spans, fences and comments is an example, not a reference. */
  readonly links: readonly Link[];
  readonly codeBlocks: readonly CodeBlock[];
  /** Contents of `code spans`. */
  readonly codeSpans: readonly Span[];
  readonly comments: readonly Span[];
  readonly lineCount: number;
};

/** What rules need to know of a Markdown text, found in one pass. Offsets are into the whole `text`. */
export function outlineMarkdown(text: string, span: Span): Outline {
  const content = trimmed(text, span);
  const parts: Parts = { headings: [], links: [], codeBlocks: [], codeSpans: [], comments: [], nextMark: -1 };
  for (let at = content.start; at < content.end; )
    at = readBlock(text, { start: at, end: content.end }, parts);
  const { nextMark: _, ...outline } = parts;
  return { ...outline, lineCount: countLines(text, content) };
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

type Parts = InlineParts & {
  readonly headings: Heading[];
  readonly codeBlocks: CodeBlock[];
  /** Where the next character stands that could begin something inline; paragraphs before it need no look. */
  nextMark: number;
};

/** Reads the fence, heading or paragraph at the start of a span and answers where the next block starts. */
function readBlock(text: string, span: Span, parts: Parts): number {
  const line = readLine(text, span);
  const mark = fenceMark(text, line);
  if (mark !== undefined) return readFence(text, { start: line.next, end: span.end }, { mark, line, parts });
  const heading = readHeading(text, line);
  if (heading) parts.headings.push(heading);
  const end = heading ? line.end : endOfParagraph(text, line.next, span.end);
  if (findMark(text, span.start, parts) >= end) return Math.max(end, line.next);
  const scanned = scanInline({ text, end: span.end }, { start: span.start, end }, parts);
  // A comment may run on over what looks like fences and headings; they are neither.
  return scanned > end ? scanned : Math.max(end, line.next);
}

const markPattern = /[`[\]]|<!--/g;

function findMark(text: string, from: number, parts: Parts): number {
  if (parts.nextMark >= from) return parts.nextMark;
  markPattern.lastIndex = from;
  parts.nextMark = markPattern.exec(text)?.index ?? text.length;
  return parts.nextMark;
}

type Line = { readonly start: number; readonly first: number; readonly end: number; readonly next: number };

/** The line at the start of a span: its first character that is not blank, its end, and the start of the next. */
function readLine(text: string, { start, end: limit }: Span): Line {
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
  const first = text[at] ?? "\n";
  if ("|#`~\r\n".includes(first)) return true;
  if ("-*+".includes(first)) return isBlank(text.charCodeAt(at + 1));
  return first >= "0" && first <= "9" && isNumbered(text, at);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

const numberPattern = /\d+[.)][ \t]/y;

function isNumbered(text: string, at: number): boolean {
  numberPattern.lastIndex = at;
  return numberPattern.test(text);
}

const fencePattern = /(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})/y;

function fenceMark(text: string, { first, end }: Line): string | undefined {
  if (!"`~-*+0123456789".includes(text[first] ?? " ")) return undefined;
  fencePattern.lastIndex = first;
  const mark = fencePattern.exec(text)?.[1];
  if (mark === undefined || fencePattern.lastIndex > end) return undefined;
  // An info string with a backtick means that this is inline code, not a fence.
  const isInline = mark.startsWith("`") && text.slice(fencePattern.lastIndex, end).includes("`");
  return isInline ? undefined : mark;
}

/** Reads on to the line that closes the fence, or to the end when none does. */
function readFence(text: string, span: Span, opened: { mark: string; line: Line; parts: Parts }): number {
  const { mark, line: opening, parts } = opened;
  const language = languageOf(text.slice(opening.first, opening.end));
  for (let at = span.start; at < span.end; ) {
    const line = readLine(text, { start: at, end: span.end });
    if (closes(text.slice(line.first, line.end).trimEnd(), mark)) {
      parts.codeBlocks.push({ language, span: { start: span.start, end: at } });
      return line.next;
    }
    at = line.next;
  }
  parts.codeBlocks.push({ language, span });
  return span.end;
}

function closes(line: string, opened: string): boolean {
  return line.startsWith(opened) && line === (opened[0] ?? "").repeat(line.length);
}

function languageOf(line: string): string {
  return (/(?:`{3,}|~{3,})\s*([^\s{]*)/.exec(line)?.[1] ?? "").toLowerCase();
}

const headingPattern = /#{1,6}[ \t]/y;

function readHeading(text: string, { start, first, end }: Line): Heading | undefined {
  if (text[first] !== "#" || first - start > 3) return undefined;
  headingPattern.lastIndex = first;
  const mark = headingPattern.exec(text)?.[0];
  if (mark === undefined) return undefined;
  const content = text.slice(first + mark.length, end).trim();
  // Hashes at the end are decoration when a blank stands before them: `# Title ##`, but `# Using C#`.
  const decoration = /(?<=^|[ \t])#+$/.exec(content);
  const title = decoration ? content.slice(0, decoration.index).trimEnd() : content;
  return { level: mark.length - 1, text: title, span: { start: first, end } };
}

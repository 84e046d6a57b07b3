import { type Span, trimSpan } from "../text/span.ts";
import {
  bar,
  carriageReturn,
  endOfItemMark,
  endOfRun,
  equals,
  greaterThan,
  hash,
  hyphen,
  isBlankBetween,
  isLetter,
  isSpace,
  lessThan,
  space,
  star,
  tab,
  tick,
  tilde,
  underscore,
} from "./characters.ts";
import { readDefinitions } from "./definitions.ts";
import { type HtmlEnd, htmlBlockEnd } from "./html.ts";

/** Receives the leaf blocks of a Markdown text in order. */
export type BlockVisitor = {
  /** The text of a paragraph or of one table row. */
  inline(span: Span): void;
  /** `content` is the text without marks, `span` the whole heading. */
  heading(level: number, content: Span, span: Span): void;
  /** The contents of a fence, of indented code or of `<pre>`. */
  code(span: Span): void;
  html(span: Span): void;
  /** The target of a link reference definition. */
  definition(href: Span): void;
};

/**
 * Finds the blocks of CommonMark; in tables, every row that starts with `|`. Written by hand because libraries take 25
 * times as long or more; a differential test compares it with micromark.
 *
 * @returns the number of lines
 */
export function visitBlocks(text: string, { start, end }: Span, visitor: BlockVisitor): number {
  const scan: Scan = {
    text,
    visitor,
    containers: [],
    matched: 0,
    leaf: undefined,
    at: start,
    column: 0,
    first: start,
    indent: 0,
    end: start,
    next: start,
  };
  let lines = 0;
  for (; scan.next < end; lines++) {
    const at = scan.next;
    const newline = text.indexOf("\n", at);
    const isLast = newline === -1 || newline >= end;
    scan.at = at;
    scan.column = 0;
    scan.next = isLast ? end : newline + 1;
    scan.end = isLast ? end : newline;
    if (scan.end > at && text.charCodeAt(scan.end - 1) === carriageReturn) scan.end--;
    findFirst(scan);
    readLine(scan);
  }
  closeLeaf(scan);
  return lines;
}

type Scan = {
  readonly text: string;
  readonly visitor: BlockVisitor;
  readonly containers: Container[];
  /** The number of containers that the current line continues or opens. */
  matched: number;
  leaf: Leaf | undefined;
  /** The next offset in the current line; on a partly consumed tab, `column` is past the tab's start. */
  at: number;
  column: number;
  /** The first offset from `at` on that is neither a space nor a tab, and the columns up to it. */
  first: number;
  indent: number;
  /** The end of the current line without its line break, and the start of the next. */
  end: number;
  next: number;
};

/** A block quote, or a list item and the columns by which its content is indented. */
type Container =
  | { readonly kind: "quote" }
  | { readonly kind: "item"; readonly width: number; empty: boolean };

type Fence = { readonly kind: "fence"; readonly mark: number; readonly length: number };
type Html = { readonly kind: "html"; readonly until: HtmlEnd; readonly code: boolean };
/** `rows` says whether a line starts with `|`, as in a table. */
type Paragraph = { readonly kind: "paragraph"; rows: boolean };
type Leaf = (Fence | Html | Paragraph | { readonly kind: "indented" }) & {
  readonly start: number;
  end: number;
};

function readLine(scan: Scan): void {
  scan.matched = matchContainers(scan);
  if (scan.matched === scan.containers.length && continueLeaf(scan)) return;
  if (scan.leaf !== undefined && scan.leaf.kind !== "paragraph") closeLeaf(scan);
  if (!isBlank(scan)) openBlocks(scan);
  else if (scan.leaf !== undefined || scan.matched < scan.containers.length) openLeaf(scan, undefined);
}

function isBlank({ first, end }: Scan): boolean {
  return first >= end;
}

function findFirst(scan: Scan): void {
  const { text, end } = scan;
  let at = scan.at;
  let column = scan.column;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === space) column++;
    else if (unit === tab) column += 4 - (column % 4);
    else break;
  }
  scan.first = at;
  scan.indent = column - scan.column;
}

/** Skips spaces and tabs, up to a number of columns. */
function skipColumns(scan: Scan, columns: number): void {
  for (let left = columns; left > 0 && scan.at < scan.first; ) {
    const width = scan.text.charCodeAt(scan.at) === tab ? 4 - (scan.column % 4) : 1;
    if (width <= left) scan.at++;
    scan.column += Math.min(width, left);
    left -= width;
  }
  findFirst(scan);
}

/** Skips the spaces before `first` and a mark from there on. */
function skipMark(scan: Scan, length: number): void {
  scan.column += scan.indent + length;
  scan.at = scan.first + length;
  findFirst(scan);
}

/** The number of open containers that the line continues; skips their marks. */
function matchContainers(scan: Scan): number {
  const { containers } = scan;
  for (let index = 0; index < containers.length; index++) {
    const container = containers[index];
    if (container?.kind === "quote") {
      if (!skipQuoteMark(scan)) return index;
    } else if (container !== undefined && !isBlank(scan)) {
      if (scan.indent < container.width) return index;
      skipColumns(scan, container.width);
    } else if (container?.empty) return index;
  }
  return containers.length;
}

function skipQuoteMark(scan: Scan): boolean {
  if (scan.indent > 3 || isBlank(scan) || scan.text.charCodeAt(scan.first) !== greaterThan) return false;
  skipMark(scan, 1);
  if (scan.at < scan.first) skipColumns(scan, 1);
  return true;
}

/** Whether the line belongs to the open code or HTML block, including the line that closes it. */
function continueLeaf(scan: Scan): boolean {
  const { leaf } = scan;
  switch (leaf?.kind) {
    case "fence":
      if (closesFence(scan, leaf)) closeLeaf(scan);
      else leaf.end = scan.next;
      return true;
    case "html":
      if (leaf.until === "blank" && isBlank(scan)) return false;
      leaf.end = scan.next;
      closeFinishedHtml(scan, leaf);
      return true;
    case "indented":
      if (isBlank(scan)) return true;
      if (scan.indent < 4) return false;
      leaf.end = scan.next;
      return true;
    default:
      return false;
  }
}

function closesFence({ text, first, end, indent }: Scan, { mark, length }: Fence): boolean {
  if (indent > 3 || text.charCodeAt(first) !== mark) return false;
  const after = endOfRun(text, first, end);
  return after - first >= length && isBlankBetween(text, after, end);
}

/** Opens the containers and the leaf that start on the line. */
function openBlocks(scan: Scan): void {
  while (!isBlank(scan)) {
    if (scan.indent >= 4) {
      if (scan.leaf?.kind === "paragraph") break;
      openLeaf(scan, { kind: "indented", start: scan.first, end: scan.next });
      return;
    }
    const mark = scan.text.charCodeAt(scan.first);
    if (isLetter(mark)) break;
    if (mark === greaterThan) openQuote(scan);
    else if (openMarkedLeaf(scan, mark)) return;
    else if (!openItem(scan)) break;
  }
  addText(scan);
}

function openMarkedLeaf(scan: Scan, mark: number): boolean {
  switch (mark) {
    case hash:
      return readAtxHeading(scan);
    case tick:
    case tilde:
      return openFence(scan, mark);
    case lessThan:
      return openHtml(scan);
    case equals:
      return readSetextHeading(scan, 1);
    case hyphen:
      return readSetextHeading(scan, 2) || readThematicBreak(scan, mark);
    case star:
    case underscore:
      return readThematicBreak(scan, mark);
    default:
      return false;
  }
}

/** Closes the open leaf and the containers that the line does not continue, and opens a leaf. */
function openLeaf(scan: Scan, leaf: Leaf | undefined): void {
  closeLeaf(scan);
  const { containers, matched } = scan;
  // Setting the length is slow, and nearly always it stays the same.
  if (containers.length > matched) containers.length = matched;
  if (matched > 0 && !isBlank(scan)) {
    const container = containers[matched - 1];
    if (container?.kind === "item") container.empty = false;
  }
  scan.leaf = leaf;
}

function openQuote(scan: Scan): void {
  openLeaf(scan, undefined);
  skipQuoteMark(scan);
  scan.matched = scan.containers.push({ kind: "quote" });
}

function openItem(scan: Scan): boolean {
  const { text, first, end, indent, containers } = scan;
  const after = endOfItemMark(text, first);
  if (after === first || (after < end && !isSpace(text.charCodeAt(after)))) return false;
  const isEmpty = isBlankBetween(text, after, end);
  const interrupts = scan.leaf?.kind === "paragraph" && scan.matched === containers.length;
  // An ordered list interrupts a paragraph only if it starts with 1.
  if (interrupts && (isEmpty || (after > first + 1 && Number(text.slice(first, after - 1)) !== 1)))
    return false;
  openLeaf(scan, undefined);
  const length = after - first;
  skipMark(scan, length);
  // Five columns or more are one space and indented code.
  const padding = isEmpty || scan.indent > 4 ? 1 : scan.indent;
  if (!isEmpty) skipColumns(scan, padding);
  scan.matched = containers.push({ kind: "item", width: indent + length + padding, empty: isEmpty });
  return true;
}

function readAtxHeading(scan: Scan): boolean {
  const { text, first, end } = scan;
  const after = endOfRun(text, first, end);
  const level = after - first;
  if (level > 6 || (after < end && !isSpace(text.charCodeAt(after)))) return false;
  openLeaf(scan, undefined);
  const content = trimSpan(text, { start: after, end });
  // Trailing hashes are decoration only after a space: `# Title ##`, but `# Using C#`.
  let last = content.end;
  while (last > content.start && text.charCodeAt(last - 1) === hash) last--;
  const isDecorated = last < content.end && isSpace(text.charCodeAt(last - 1));
  const title = isDecorated ? trimSpan(text, { start: after, end: last }) : content;
  scan.visitor.heading(level, title, { start: first, end });
  return true;
}

/** Turns the open paragraph into a heading if the line underlines it. */
function readSetextHeading(scan: Scan, level: 1 | 2): boolean {
  const { text, first, end, leaf } = scan;
  if (leaf?.kind !== "paragraph" || scan.matched < scan.containers.length) return false;
  if (!isBlankBetween(text, endOfRun(text, first, end), end)) return false;
  scan.leaf = undefined;
  const start = visitDefinitions(scan, leaf);
  if (start >= leaf.end) return false;
  scan.visitor.heading(level, trimSpan(text, { start, end: leaf.end }), { start, end });
  return true;
}

function readThematicBreak(scan: Scan, mark: number): boolean {
  const { text, first, end } = scan;
  let count = 0;
  for (let at = first; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === mark) count++;
    else if (!isSpace(unit)) return false;
  }
  if (count < 3) return false;
  openLeaf(scan, undefined);
  return true;
}

function openFence(scan: Scan, mark: number): boolean {
  const { text, first, end, next } = scan;
  const after = endOfRun(text, first, end);
  if (after - first < 3) return false;
  // Another backtick later in the line makes this inline code, not a fence.
  if (mark === tick && text.slice(after, end).includes("`")) return false;
  openLeaf(scan, { kind: "fence", start: next, end: next, mark, length: after - first });
  return true;
}

function openHtml(scan: Scan): boolean {
  const line = scan.text.slice(scan.first, scan.end);
  const until = htmlBlockEnd(line, { inParagraph: scan.leaf?.kind === "paragraph" });
  if (until === undefined) return false;
  const code = /^<pre\b/i.test(line);
  const leaf: Html & Leaf = { kind: "html", start: scan.first, end: scan.next, until, code };
  openLeaf(scan, leaf);
  closeFinishedHtml(scan, leaf);
  return true;
}

function closeFinishedHtml(scan: Scan, { until }: Html): void {
  if (until !== "blank" && until.test(scan.text.slice(scan.first, scan.end))) closeLeaf(scan);
}

/** Adds the line to the open paragraph, even if the line lacks the marks of its containers, or starts one. */
function addText(scan: Scan): void {
  if (isBlank(scan)) return;
  const { first, end, text } = scan;
  const isRow = text.charCodeAt(first) === bar;
  if (scan.leaf?.kind === "paragraph") {
    scan.leaf.end = end;
    scan.leaf.rows ||= isRow;
  } else openLeaf(scan, { kind: "paragraph", start: first, end, rows: isRow });
}

function closeLeaf(scan: Scan): void {
  const { leaf, visitor } = scan;
  if (leaf === undefined) return;
  scan.leaf = undefined;
  const { start, end } = leaf;
  if (leaf.kind === "fence" || leaf.kind === "indented" || (leaf.kind === "html" && leaf.code))
    visitor.code({ start, end });
  if (leaf.kind === "html") visitor.html({ start, end });
  if (leaf.kind !== "paragraph") return;
  const content = { start: visitDefinitions(scan, leaf), end };
  if (leaf.rows) visitRows(scan, content);
  else if (content.start < end) visitor.inline(content);
}

/** Visits the lines of a paragraph together, except lines that start with `|`, which are table rows. */
function visitRows({ text, visitor }: Scan, { start, end }: Span): void {
  let from = start;
  for (let at = start; at < end; ) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 || newline >= end ? end : newline + 1;
    if (startsRow(text, at)) {
      if (from < at) visitor.inline({ start: from, end: at });
      visitor.inline({ start: at, end: next });
      from = next;
    }
    at = next;
  }
  if (from < end) visitor.inline({ start: from, end });
}

function startsRow(text: string, start: number): boolean {
  let at = start;
  while (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === greaterThan) at++;
  return text.charCodeAt(at) === bar;
}

/** Visits the link definitions at the start of a paragraph and returns where its text starts. */
function visitDefinitions({ text, visitor }: Scan, paragraph: Span): number {
  const { hrefs, rest } = readDefinitions(text, paragraph);
  for (const href of hrefs) visitor.definition(href);
  return rest;
}

import type { Span } from "../text/span.ts";
import { scanInline } from "./scan-inline.ts";

export type Heading = { readonly level: number; readonly text: string; readonly span: Span };
export type Link = { readonly href: string; readonly span: Span; readonly image: boolean };
export type CodeBlock = { readonly language: string; readonly span: Span };
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
  const headings: Heading[] = [];
  const codeBlocks: CodeBlock[] = [];
  const inline = { links: [], codeSpans: [], comments: [] };
  const content = trimmed(text, span);
  let lineCount = 0;
  let fence: { mark: string; language: string; start: number } | undefined;
  let proseStart = content.start;
  for (let at = content.start; at < content.end; ) {
    lineCount++;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 || newline > content.end ? content.end : newline;
    const mark = fenceMark(text, at, end);
    if (fence) {
      if (mark && closes(mark, fence.mark, text.slice(at, end))) {
        codeBlocks.push({ language: fence.language, span: { start: fence.start, end: at } });
        fence = undefined;
        proseStart = end + 1;
      }
    } else if (mark) {
      scanInline(text, { start: proseStart, end: at }, inline);
      fence = { mark, language: languageOf(text.slice(at, end)), start: Math.min(end + 1, content.end) };
    } else if (text[at] === "#") {
      const heading = readHeading(text, { start: at, end });
      if (heading) headings.push(heading);
    }
    at = end + 1;
  }
  if (fence) codeBlocks.push({ language: fence.language, span: { start: fence.start, end: content.end } });
  else scanInline(text, { start: Math.min(proseStart, content.end), end: content.end }, inline);
  return { headings, codeBlocks, ...inline, lineCount };
}

/** The span without blank space at its ends, so that a trailing line break is not a line. */
export function trimmed(text: string, { start, end }: Span): Span {
  let first = start;
  let last = end;
  while (first < last && text.charCodeAt(first) <= 0x20) first++;
  while (last > first && text.charCodeAt(last - 1) <= 0x20) last--;
  return { start: first, end: last };
}

const fencePattern = /[ \t]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})/y;

function fenceMark(text: string, start: number, end: number): string | undefined {
  fencePattern.lastIndex = start;
  const match = fencePattern.exec(text);
  if (!match?.[1] || fencePattern.lastIndex > end) return undefined;
  // An info string with a backtick means that this is inline code, not a fence.
  if (match[1].startsWith("`") && text.slice(fencePattern.lastIndex, end).includes("`")) return undefined;
  return match[1];
}

function closes(mark: string, opened: string, line: string): boolean {
  return mark[0] === opened[0] && mark.length >= opened.length && line.trim() === mark;
}

function languageOf(line: string): string {
  return (/(?:`{3,}|~{3,})\s*([^\s{]*)/.exec(line)?.[1] ?? "").toLowerCase();
}

function readHeading(text: string, span: Span): Heading | undefined {
  const match = /^(#{1,6})[ \t]+(.*?)[ \t#]*\r?$/.exec(text.slice(span.start, span.end));
  if (!match?.[1]) return undefined;
  return { level: match[1].length, text: match[2] ?? "", span };
}

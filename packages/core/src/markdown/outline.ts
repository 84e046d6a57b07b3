import { type Span, trimSpan } from "../text/span.ts";
import { visitBlocks } from "./blocks.ts";
import { createInlineScanner, type InlineElements, type Link } from "./inline.ts";

type Heading = { readonly level: number; readonly text: string; readonly span: Span };
export type Outline = {
  readonly headings: readonly Heading[];
  /** Links and images in prose, and link definitions. Links inside code and comments are examples, not references. */
  readonly links: readonly Link[];
  /** Contents of fences, of indented code and of `<pre>`. */
  readonly codeBlocks: readonly Span[];
  /** Contents of `code spans`. */
  readonly codeSpans: readonly Span[];
  readonly comments: readonly Span[];
  readonly lineCount: number;
};

/** Finds the parts of a Markdown text that rules need, in one pass. Offsets are into the whole `text`. */
export function outlineMarkdown(text: string, span: Span): Outline {
  const content = trimSpan(text, span);
  const headings: Heading[] = [];
  const codeBlocks: Span[] = [];
  const found: InlineElements = { links: [], codeSpans: [], comments: [] };
  const scanInline = createInlineScanner(text, found);
  const lineCount = visitBlocks(
    text,
    { start: startOfLine(text, content.start, span.start), end: content.end },
    {
      inline: scanInline,
      heading: (level, title, whole) => {
        const raw = text.slice(title.start, title.end);
        headings.push({
          level,
          text: raw.includes("\n") ? joinLines(raw) : raw,
          span: whole,
        });
        scanInline(title);
      },
      code: (block) => codeBlocks.push(block),
      html: (block) => addComments(text, block, found.comments),
      definition: (href) =>
        found.links.push({ href: text.slice(href.start, href.end), span: href, image: false }),
    },
  );
  return { headings, codeBlocks, ...found, lineCount };
}

/** A heading of several lines in one, without the marks of a quote. */
function joinLines(text: string): string {
  const lines = text.split(/\n[ \t>]*/);
  return lines.map((line, index) => (index === lines.length - 1 ? line : line.trimEnd())).join(" ");
}

/** The start of an offset's line, whose indentation may make it code. */
function startOfLine(text: string, offset: number, from: number): number {
  return Math.max(from, text.lastIndexOf("\n", offset - 1) + 1);
}

function addComments(text: string, { start, end }: Span, comments: Span[]): void {
  for (let at = text.indexOf("<!--", start); at !== -1 && at < end; ) {
    const close = text.indexOf("-->", at + 2);
    const after = close === -1 || close >= end ? end : close + 3;
    comments.push({ start: at, end: after });
    at = text.indexOf("<!--", after);
  }
}

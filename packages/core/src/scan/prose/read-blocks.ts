import { visitBlocks } from "../../markdown/blocks.ts";
import type { Span } from "../../text/span.ts";

/** A leaf of a Markdown text in order, with the titles above it. */
export type Block = {
  readonly kind: "paragraph" | "item" | "row" | "heading" | "code" | "html";
  readonly span: Span;
  /** Starts with a number, as steps do. */
  readonly isNumbered: boolean;
  readonly section: Section;
};

/** A heading and the headings around it. */
export type Section = {
  readonly title: string;
  readonly level: number;
  readonly parent: Section | undefined;
};

const documents = new WeakMap<object, readonly Block[]>();

/** The blocks of a Markdown text, read once for each `key`. */
export function blocksOf(key: { readonly text: string }): readonly Block[] {
  const blocks = documents.get(key) ?? readBlocks(key.text, endOfFrontmatter(key.text));
  documents.set(key, blocks);
  return blocks;
}

/** The offset after the closing `---` line of a text that starts with frontmatter; otherwise 0. */
export function endOfFrontmatter(text: string): number {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  if (!/^---[ \t]{0,8}\r?\n/.test(text.slice(start, start + 16))) return start;
  const close = /\n---[ \t]{0,8}(?=\r?\n|$)/g;
  close.lastIndex = start + 3;
  const match = close.exec(text);
  return match ? match.index + match[0].length : start;
}

function readBlocks(text: string, start: number): readonly Block[] {
  const blocks: Block[] = [];
  let section: Section = { title: "", level: 0, parent: undefined };
  const add = (kind: Block["kind"], span: Span): void => {
    const mark = kind === "paragraph" ? markBefore(text, span.start) : "";
    let form = mark === "" ? kind : "item";
    if (kind === "paragraph" && text[span.start] === "|") form = "row";
    blocks.push({
      kind: form,
      span,
      isNumbered: /\d/.test(mark),
      section,
    });
  };
  visitBlocks(
    text,
    { start, end: text.length },
    {
      inline: (span) => add("paragraph", span),
      heading: (level, title, span) => {
        let parent: Section | undefined = section;
        while (parent !== undefined && parent.level >= level) parent = parent.parent;
        section = { title: text.slice(title.start, title.end), level, parent };
        add("heading", span);
      },
      code: (span) => add("code", span),
      html: (span) => {
        // `<pre>` is reported as code already.
        if (blocks.at(-1)?.span.start !== span.start) add("html", span);
      },
      definition: () => {},
    },
  );
  return blocks;
}

/** The list mark in front of a block on its first line. */
function markBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  if (start - lineStart > 40) return "";
  return (
    /(?:[-*+]|\d{1,9}[.)])(?=\s{1,16}(?:\[[ xX]\]\s{1,4})?$)/.exec(text.slice(lineStart, start))?.[0] ?? ""
  );
}

/** The index of the last block that starts at or before an offset; -1 if none does. */
export function blockIndexAt(blocks: readonly Block[], offset: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.span.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

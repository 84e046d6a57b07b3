import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { expect, test } from "vitest";
import { outlineMarkdown } from "./outline.ts";

/** Everything that the outline and micromark can be compared by; whitespace and container marks are left out. */
type Parts = {
  readonly headings: readonly string[];
  readonly links: readonly string[];
  readonly codeBlocks: readonly string[];
  readonly codeSpans: readonly string[];
  readonly comments: readonly number[];
};

function partsByOutline(text: string): Parts {
  const outline = outlineMarkdown(text, { start: 0, end: text.length });
  const contents = (spans: readonly { start: number; end: number }[]): string[] =>
    spans.map(({ start, end }) => condense(text.slice(start, end)));
  return {
    headings: outline.headings.map(({ level, span }) => `${level} ${endOfText(text, span.end)}`),
    links: outline.links.map(({ href }) => href.replace(/\\([!-/:-@[-`{-~])/g, "$1")).sort(),
    codeBlocks: contents(outline.codeBlocks),
    codeSpans: contents(outline.codeSpans),
    comments: outline.comments.map(({ start }) => start),
  };
}

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree["children"][number];

const inlineParents = new Set(["paragraph", "heading", "tableCell", "link", "emphasis", "strong"]);

/** The same parts in micromark's tree; undefined if a reference is resolved, which the outline does not do. */
function partsByMicromark(text: string): Parts | undefined {
  const parts = {
    headings: [] as string[],
    links: [] as string[],
    codeBlocks: [] as string[],
    codeSpans: [] as string[],
    comments: [] as number[],
  };
  let hasReferences = false;
  const visit = (node: Node, parent: string): void => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const source = text.slice(start, end);
    // Only the end: micromark lets a heading start at the definitions before it.
    if (node.type === "heading") parts.headings.push(`${node.depth} ${endOfText(text, end)}`);
    else if (node.type === "link" && source.startsWith("[")) parts.links.push(node.url);
    else if (node.type === "image" || node.type === "definition") parts.links.push(node.url);
    else if (node.type === "linkReference" || node.type === "imageReference") hasReferences = true;
    else if (node.type === "code") parts.codeBlocks.push(condense(node.value));
    else if (node.type === "inlineCode") parts.codeSpans.push(condense(node.value));
    else if (node.type === "html") {
      const isBlock = !inlineParents.has(parent);
      if (isBlock && /^\s*<pre(?![\w-])/i.test(source)) parts.codeBlocks.push(condense(source));
      if (isBlock || source.startsWith("<!--"))
        for (const { index } of source.matchAll(/<!--(?:>|->|[\s\S]*?-->|[\s\S]*$)/g))
          parts.comments.push(start + index);
    }
    if ("children" in node) for (const child of node.children) visit(child, node.type);
  };
  visit(fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }), "");
  return hasReferences ? undefined : { ...parts, links: parts.links.sort() };
}

function condense(text: string): string {
  return text.replace(/[\s>]+|\\(?=\|)/g, "");
}

function endOfText(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}

const pieces = fc.constantFrom(
  ...["a", "b c", "é", "#", "\\", "<", ">", "[", "](c)", "`", "``", "```", "~~~", "===", "---", "***"],
  ...["- ", "* ", "1. ", "1) ", "> ", "# ", "## ", "    ", "  ", "\t", "\n", "\n", "\n", "\n\n", "\r\n"],
  ...[
    "[a](b)",
    "![a](b.png)",
    "[x](<y z>)",
    '[t](u "v")',
    "\n[d]: e.md\n",
    "[d]: f(g).md",
    "\n\n| h | `i` |\n| - | - |\n| ` | [j](k) |\n\n",
  ],
  ...["<!-- r -->", "<!--", "-->", "<pre>", "</pre>", "<div>", "</div>", "<b>", "</b>", "<br/>", "<?p", "?>"],
  ...["<https://e.org>", "<a href='[q](r)'>"],
);

/**
 * Where micromark departs from the specification: on the line after other text it takes an item that is empty, or starts
 * with another item, for text.
 */
const misread = /\S[ \t]*\r?\n[ \t>]*(?:[-*+]|\d+[.)])[ \t]*(?:$|[\r\n]|(?<=[ \t])(?:[-*+]|\d+[.)])(?:\s|$))/;

test("headings, links, code and comments of generated Markdown match micromark's", () => {
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 14 }), (text) => {
      fc.pre(!misread.test(text));
      const expected = partsByMicromark(text);
      fc.pre(expected !== undefined);
      expect(partsByOutline(text)).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

const examples = join(import.meta.dirname, "../../../../examples/skills");
const files = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".md"),
);

test.each(files)("so are those of %s", (file) => {
  const text = readFileSync(join(examples, file), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
  expect(partsByOutline(text)).toEqual(partsByMicromark(text));
});

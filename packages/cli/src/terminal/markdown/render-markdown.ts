import type { Token, Tokens } from "marked";
import type { Theme } from "../style.ts";
import { highlight } from "./highlight.ts";
import { inlineRuns, isKnown } from "./inline.ts";
import { renderTable } from "./render-table.ts";
import { type Paint, type Run, unpainted, wrapRuns } from "./runs.ts";

export type Layout = { readonly theme: Theme; readonly columns: number };

/** Renders Markdown as lines of at most `columns`. The text must not contain control characters. */
export async function renderMarkdown(text: string, layout: Layout): Promise<string[]> {
  if (!isOrdinaryMarkdown(text)) return wrapRuns([{ text, paint: unpainted }], layout.columns);
  // Loaded lazily, since only this command renders Markdown.
  const { lexer } = await import("marked");
  return renderBlocks(lexer(text), { ...layout, tight: false });
}

type BlockLayout = Layout & {
  /** No empty lines between blocks, as in a tight list. */
  readonly tight: boolean;
};

function renderBlocks(tokens: readonly Token[], layout: BlockLayout): string[] {
  const lines: string[] = [];
  for (const block of joinInline(tokens)) {
    const rendered = Array.isArray(block) ? paragraph(block, layout, unpainted) : renderBlock(block, layout);
    if (rendered.length === 0) continue;
    if (lines.length > 0 && !layout.tight) lines.push("");
    // One by one: a long list of arguments overflows the stack.
    for (const line of rendered) lines.push(line);
  }
  return lines;
}

const inlineTypes: ReadonlySet<string> = new Set(["text", "checkbox"]);

/** Groups inline tokens, which stand among blocks in tight lists. */
function joinInline(tokens: readonly Token[]): (Token | Token[])[] {
  const blocks: (Token | Token[])[] = [];
  for (const token of tokens) {
    const last = blocks.at(-1);
    if (!inlineTypes.has(token.type)) blocks.push(token);
    else if (Array.isArray(last)) last.push(token);
    else blocks.push([token]);
  }
  return blocks;
}

function renderBlock(token: Token, layout: BlockLayout): string[] {
  const { theme, columns } = layout;
  if (!isKnown(token)) return [];
  switch (token.type) {
    case "heading":
      return heading(token, layout);
    case "paragraph":
      return paragraph(token.tokens, layout, unpainted);
    case "code":
      return codeBlock(token, layout);
    case "blockquote":
      return quote(token, layout);
    case "list":
      return list(token, layout);
    case "table":
      return renderTable(token, { theme, columns });
    case "hr":
      return [theme.dim("─".repeat(Math.min(ruleLength, columns)))];
    case "html":
      return html(token.text, layout);
    default:
      return [];
  }
}

const ruleLength = 41;

function paragraph(tokens: readonly Token[], { theme, columns }: Layout, paint: Paint): string[] {
  return wrapRuns(inlineRuns(tokens, theme, paint), columns);
}

function heading({ depth, tokens }: Tokens.Heading, { theme, columns }: Layout): string[] {
  const color = depth % 2 === 1 ? theme.primary : theme.accent;
  const paint: Paint = depth <= 2 ? (text) => theme.style.bold(color(text)) : color;
  const prefix: Run = { text: `${"#".repeat(depth)} `, paint };
  return wrapRuns([prefix, ...inlineRuns(tokens, theme, paint)], columns);
}

const codeMargin = 2;

function codeBlock({ text, lang }: Tokens.Code, { theme, columns }: Layout): string[] {
  const room = Math.max(minColumns, columns - codeMargin);
  const margin = " ".repeat(codeMargin);
  return splitLines(highlight(text, lang, theme)).flatMap((runs) => {
    const [first = "", ...rest] = wrapRuns(runs, room);
    if (rest.length === 0) return [margin + first];
    const [start = "", ...more] = wrapRuns(runs, room - 2);
    return [margin + start, ...more.map((line) => `${margin}${theme.dim("↪")} ${line}`)];
  });
}

function splitLines(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const { text, paint } of runs) {
    const [first = "", ...rest] = text.split("\n");
    lines.at(-1)?.push({ text: first, paint });
    for (const line of rest) lines.push([{ text: line, paint }]);
  }
  return lines;
}

function quote({ tokens }: Tokens.Blockquote, layout: BlockLayout): string[] {
  const bar = layout.theme.primary("│ ");
  return renderBlocks(tokens, { ...layout, ...narrower(layout, 2), tight: false }).map((line) => bar + line);
}

function list({ items, ordered, start, loose }: Tokens.List, layout: BlockLayout): string[] {
  const first = start === "" ? 1 : start;
  const markers = items.map((_, index) => (ordered ? `${first + index}.` : "•"));
  const indent = (markers.at(-1) ?? "").length + 1;
  const inner = { ...layout, ...narrower(layout, indent), tight: !loose };
  return items.flatMap((item, index) => {
    const [head = "", ...rest] = renderBlocks(item.tokens, inner);
    const marker = layout.theme.accent((markers[index] ?? "").padEnd(indent));
    const lines = [marker + head, ...rest.map((line) => (line === "" ? "" : " ".repeat(indent) + line))];
    return loose && index > 0 ? ["", ...lines] : lines;
  });
}

/** Shows comments and tags, since models read them too. */
function html(text: string, { theme, columns }: Layout): string[] {
  const paint = text.startsWith("<!--") ? theme.comment : unpainted;
  return wrapRuns([{ text: text.trimEnd(), paint }], columns);
}

/** Minimum columns for text at any nesting depth. */
const minColumns = 12;

function narrower({ columns }: Layout, by: number): { readonly columns: number } {
  return { columns: Math.max(minColumns, columns - by) };
}

/** Several times the longest public skill; highlighting a megabyte of code takes seconds. */
const maxCharacters = 524_288;
/** Lines of one text; the longest public skill has 3,448. */
const maxLines = 20_000;
/** Marks in one text; the longest public skills have a tenth of this. */
const maxMarks = 20_000;
/** The same in one paragraph, where parsing time is quadratic. */
const maxMarksTogether = 2000;
/** Indentation and nested quote or list marks: the parser recurses for each. */
const maxIndent = 200;
const maxNesting = 50;

/** Whether text can be parsed in reasonable time and depth; anything else is an attack or not Markdown, and is shown verbatim. */
export function isOrdinaryMarkdown(text: string): boolean {
  if (text.length > maxCharacters) return false;
  let total = 0;
  let together = 0;
  const lines = text.split("\n");
  if (lines.length > maxLines) return false;
  for (const line of lines) {
    if (indentOf(line) > maxIndent || nestingOf(line) > maxNesting) return false;
    const marks = countMarks(line);
    total += marks;
    together = line.trim() === "" ? 0 : together + marks;
    if (total > maxMarks || together > maxMarksTogether) return false;
  }
  return true;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function nestingOf(line: string): number {
  const marks = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/.exec(line)?.[0] ?? "";
  return marks.replaceAll(/[ \t]/g, "").length;
}

function countMarks(line: string): number {
  let count = 0;
  for (const character of line) if ("*_~[]`<!\\&|".includes(character)) count++;
  return count;
}

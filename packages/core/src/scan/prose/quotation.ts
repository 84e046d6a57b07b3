import { cutEnd } from "../../text/cut-end.ts";
import type { Span } from "../../text/span.ts";
import type { ScannedText } from "../evidence.ts";
import {
  aboutAttacks,
  asksToRun,
  attackTitle,
  badExample,
  fixtureFolder,
  goodExample,
  listOfPatterns,
  refusal,
  refusalTitle,
  reportColumn,
} from "./quotation-words.ts";
import { type Block, blockIndexAt, blocksOf, type Section } from "./read-blocks.ts";
import { mayTeachAttacks } from "./topic.ts";

/**
 * Whether a place only mentions what stands there: in quotation marks, as a sample in a passage about attacks, or as something
 * that must not be done.
 *
 * An attacker will put real orders below a title such as "Attack examples". A title therefore quotes only what has the form of a sample (code, items and
 * rows, never running text), and nothing is quoted that its own sentence, the line above it or a numbered step asks to be carried out.
 */
export function createQuotationJudge(source: ScannedText): (span: Span) => boolean {
  if (isFixture(source)) return () => true;
  if (source.language !== "markdown" && source.language !== "text")
    return (span) => isSampleInProgram(source.text, span);
  let blocks: readonly Block[] | undefined;
  let teaches: boolean | undefined;
  const titles = new Map<Section, boolean>();
  const isAboutAttacks = (section: Section | undefined): boolean => {
    if (section === undefined) return false;
    const known = titles.get(section);
    if (known !== undefined) return known;
    const found = attackTitle.test(section.title.slice(0, 200)) || isAboutAttacks(section.parent);
    titles.set(section, found);
    return found;
  };
  const marked = new Map<Block, boolean>();
  // Looking around each of thousands of commands in a block takes seconds, and most blocks have no mark at all.
  const hasMark = (block: Block): boolean => {
    const known = marked.get(block) ?? badExample.test(source.text.slice(block.span.start, block.span.end));
    marked.set(block, known);
    return known;
  };
  return (span) => {
    blocks ??= blocksOf(source);
    const index = blockIndexAt(blocks, span.start);
    const block = blocks[index];
    if (block === undefined || block.span.end <= span.start) return false;
    const place = { text: source.text, blocks, index, block, span };
    const before = sentenceBefore(place);
    if (isRefused(before) || isInQuotationMarks(place, before)) return true;
    if (block.kind === "heading" || asksToRun.test(before)) return false;
    if (block.kind === "code" && hasMark(block) && isMarkedBad(place)) return true;
    if (block.kind === "row" && isReported(place)) return true;
    const lead = leadOf(place);
    if (asksToRun.test(lead) && !isRefused(lead)) return false;
    if (block.kind !== "paragraph" && lead.endsWith(":") && (aboutAttacks.test(lead) || refusal.test(lead)))
      return true;
    teaches ??= mayTeachAttacks(source.text);
    if (block.kind === "item" && !isSampleItem(place, teaches)) return false;
    return block.kind !== "paragraph" && block.kind !== "html" && isAboutAttacks(block.section);
  };
}

type Place = {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly index: number;
  readonly block: Block;
  readonly span: Span;
};

/** How far to look around a place; sentences are shorter. */
const reach = 400;

/** What stands before a place in its sentence. */
function sentenceBefore({ text, block, span }: Place): string {
  if (block.kind === "code") return "";
  const before = text.slice(Math.max(block.span.start, span.start - reach), span.start);
  let start = 0;
  for (const match of before.matchAll(/[.!?](?=\s)|\n[ \t]{0,8}(?:[-*+]|\d{1,4}\.)\s|\n[ \t]{0,8}\n/g))
    start = match.index + match[0].length;
  return before.slice(start);
}

/** "Never run X" refuses X; "do not skip X" and "never continue without X" demand it. */
function isRefused(before: string): boolean {
  const last = [...before.matchAll(refusals)].at(-1);
  if (last === undefined) return false;
  const between = before.slice(last.index + last[0].length);
  return (
    between.length < 160 &&
    !turned.test(between) &&
    !/^[\s*_]*(?:skip|forget|hesitate|fail|worry|stop|wait|ask|omit|miss|neglect|bother)\b/i.test(between)
  );
}

const refusals = new RegExp(refusal, "gi");
const turned =
  /\b(?:until|unless|without|except|before|but|instead|rather|just|then|simply|always|please|now|use|prefer)\b|[;→]|=>|->/i;

/** Whether a place is inside quotation marks that no order to run something precedes. */
function isInQuotationMarks({ text, block, span }: Place, sentence: string): boolean {
  if (block.kind === "code") return false;
  const from = Math.max(block.span.start, span.start - reach);
  const before = text.slice(from, span.start);
  const inside = text.slice(span.start, Math.min(span.end, span.start + reach));
  const after = text.slice(span.end, Math.min(block.span.end, span.end + reach));
  const opening = openMark(before, inside);
  if (opening === undefined) return false;
  const closes = closing[opening] ?? opening;
  if (!after.includes(closes) && !inside.trimEnd().endsWith(closes)) return false;
  return (
    !asksToRun.test(sentence) &&
    !asksToRun.test(before.slice(Math.max(0, before.lastIndexOf(opening) - 80), before.lastIndexOf(opening)))
  );
}

const closing: Readonly<Record<string, string>> = { "“": "”", "«": "»", "「": "」", "‘": "’", "„": "“" };

/** The quotation mark that is open at a place, or with which it starts. */
function openMark(before: string, inside: string): string | undefined {
  if (before.split('"').length % 2 === 0) return '"';
  for (const mark of ["“", "«", "「", "‘"])
    if (before.lastIndexOf(mark) > before.lastIndexOf(closing[mark] ?? mark)) return mark;
  // An apostrophe opens a quotation only at the start of a word.
  if (/(?:^|[\s(:])'[^'\n]{0,120}$/.test(before)) return "'";
  const first = /^[\s*_>]{0,8}(["“«「'‘])/.exec(inside)?.[1];
  return first;
}

/** A comment in a code block such as `# BAD`, on the line or in the lines above it. */
function isMarkedBad({ text, block, span }: Place): boolean {
  const lines = text.slice(Math.max(block.span.start, span.start - 1200), span.start).split("\n");
  const rest = text.slice(span.start, Math.min(block.span.end, span.end + 200));
  const own = (lines.at(-1) ?? "") + (rest.split("\n", 1)[0] ?? "");
  if (badExample.test(own)) return true;
  for (const line of lines.slice(0, -1).reverse().slice(0, 12)) {
    if (goodExample.test(line)) return false;
    if (badExample.test(line)) return true;
    if (line.trim() === "") return false;
  }
  return false;
}

/** A row of a table whose columns report attacks: what to look for, how grave it is, what is done about it. */
function isReported({ text, blocks, index }: Place): boolean {
  let first = index;
  // A table has few columns but may have many rows.
  for (let steps = 0; steps < 200 && blocks[first - 1]?.kind === "row"; steps++) first--;
  const header = blocks[first];
  if (header === undefined || first === index) return false;
  return reportColumn.test(text.slice(header.span.start, Math.min(header.span.end, header.span.start + 300)));
}

/** The sentence that introduces a code block, a list or a table: the last of the text above it. */
function leadOf({ text, blocks, index, block }: Place): string {
  for (let at = index - 1; at >= 0 && at > index - 60; at--) {
    const above = blocks[at];
    if (above === undefined || above.section !== block.section) return "";
    if (above.kind === "heading" || above.kind === "html") return "";
    // Code in a list belongs to the item above it.
    if (above.kind === block.kind || (block.kind !== "code" && above.kind === "code")) continue;
    const part = text.slice(Math.max(above.span.start, above.span.end - reach), above.span.end);
    const sentences = part.trim().split(/[.!?]\s+/);
    return cutEnd(sentences.at(-1) ?? "", /[*_`\s]/);
  }
  return "";
}

/** Items are samples in a skill about attacks, or below a title that refuses them; elsewhere a title does not excuse an order. */
function isSampleItem(place: Place, teaches: boolean): boolean {
  if (isStep(place)) return false;
  return teaches || refusalTitle.test(place.block.section.title.slice(0, 200));
}

/** An item that asks to run something: a numbered one, or one that starts with such a verb. */
function isStep({ text, block }: Place): boolean {
  const start = text.slice(block.span.start, block.span.start + 80);
  return (
    /^[\s*_`]{0,6}(?:run|execute|install|download|paste|copy|type|enter|launch|send|upload|post|open|curl|wget|bash|sh|sudo|read|collect)\b/i.test(
      start,
    ) && block.isNumbered
  );
}

/** A sample that tests read, unless the skill leads to it. */
function isFixture({ path, role, isReached }: ScannedText): boolean {
  return !isReached && (role === "test" || role === "data") && fixtureFolder.test(path);
}

/** A pattern to search for in a list of them, or code below a comment that calls it bad. */
function isSampleInProgram(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 3000), start);
  const lineStart = before.lastIndexOf("\n") + 1;
  const after = text.slice(end, end + 200).split("\n", 1)[0] ?? "";
  if (badExample.test(before.slice(lineStart) + after)) return true;
  const opening = openBracket(before);
  return opening !== undefined && listOfPatterns.test(before.slice(Math.max(0, opening - 120), opening));
}

/** The offset of the innermost bracket that is still open at the end of a text. */
function openBracket(before: string): number | undefined {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const character = before[at];
    if (character === "]" || character === "}" || character === ")") depth++;
    else if (character === "[" || character === "{" || character === "(") {
      if (depth === 0 && character !== "(") return at;
      if (depth > 0) depth--;
    }
  }
  return undefined;
}

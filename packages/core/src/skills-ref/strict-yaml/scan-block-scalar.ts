import {
  breakText,
  characterAt,
  columnAt,
  isBreak,
  isBreakOrEnd,
  isDocumentEnd,
  type YamlProblem,
} from "./characters.ts";

import type { Scanned } from "./scan-quoted-scalar.ts";

type Header = { readonly chomp: string; readonly increment: number; readonly end: number };
type Breaks = {
  readonly text: string;
  readonly end: number;
  /** The column after the longest indentation. */
  readonly widest: number;
};

/** Reads a `|` or `>` value below a collection at column `parent` (-1 at the top of the document). */
export function scanBlockScalar(source: string, start: number, parent: number): Scanned | YamlProblem {
  const header = scanHeader(source, start);
  if ("problem" in header) return header;
  const first = firstLine(source, header, parent);
  const folded = characterAt(source, start) === ">";
  const lines = scanLines(source, first, { folded, atTop: parent < 0 && header.increment === 0 });
  const kept = header.chomp === "+" ? lines.after.text : "";
  return { value: lines.value + (header.chomp === "-" ? "" : lines.lastBreak) + kept, end: lines.after.end };
}

function scanHeader(source: string, start: number): Header | YamlProblem {
  const [found = "", before = "", digit = "", after = ""] =
    /^[|>]([+-]?)([0-9]?)([+-]?)/.exec(source.slice(start, start + 4)) ?? [];
  const spaces = start + found.length;
  if (digit === "0" || (before !== "" && after !== "")) return headerProblem(spaces);
  let position = spaces;
  while (characterAt(source, position) === " ") position++;
  if (characterAt(source, position) === "#" && position > spaces) {
    while (!isBreakOrEnd(characterAt(source, position))) position++;
  }
  const last = characterAt(source, position);
  if (!isBreakOrEnd(last)) return headerProblem(position);
  return { chomp: before || after, increment: Number(digit), end: last === "\0" ? position : position + 1 };
}

function headerProblem(offset: number): YamlProblem {
  return { problem: 'after "|" or ">" the text begins on the next line', offset };
}

type FirstLine = { readonly indent: number; readonly breaks: Breaks };

function firstLine(source: string, header: Header, parent: number): FirstLine {
  if (header.increment > 0) {
    const indent = Math.max(parent + 1, 1) + header.increment - 1;
    return { indent, breaks: scanBreaks(source, header.end, indent) };
  }
  const breaks = scanBreaks(source, header.end, Number.POSITIVE_INFINITY);
  return { indent: Math.max(parent + 1, breaks.widest), breaks };
}

type Lines = { readonly value: string; readonly lastBreak: string; readonly after: Breaks };
type LineOptions = { readonly folded: boolean; readonly atTop: boolean };

function scanLines(source: string, { indent, breaks }: FirstLine, { folded, atTop }: LineOptions): Lines {
  let value = "";
  let lastBreak = "";
  let after = breaks;
  let joint = "";
  while (isContent(source, after.end, indent)) {
    value += joint + after.text;
    const start = after.end;
    let end = start;
    while (!isBreakOrEnd(characterAt(source, end))) end++;
    value += source.slice(start, end);
    const ending = characterAt(source, end);
    lastBreak = ending === "\0" ? "" : breakText(ending);
    after = scanBreaks(source, end + lastBreak.length, indent);
    if (atTop && columnAt(source, after.end) === 0 && isDocumentEnd(source, after.end)) break;
    const joins =
      folded && lastBreak === "\n" && !isIndented(source, start) && !isIndented(source, after.end);
    joint = joins ? foldedJoint(after) : lastBreak;
  }
  return { value, lastBreak, after };
}

function foldedJoint(after: Breaks): string {
  return after.text === "" ? " " : "";
}

function isContent(source: string, position: number, indent: number): boolean {
  return characterAt(source, position) !== "\0" && columnAt(source, position) === indent;
}

function isIndented(source: string, position: number): boolean {
  const character = characterAt(source, position);
  return character === " " || character === "\t";
}

/** Skips empty lines, and up to `indent` columns of each line's indentation. */
function scanBreaks(source: string, start: number, indent: number): Breaks {
  let text = "";
  let column = columnAt(source, start);
  let widest = 0;
  for (let position = start; ; position++) {
    const character = characterAt(source, position);
    if (character === " " && column < indent) {
      column++;
      widest = Math.max(widest, column);
      continue;
    }
    if (!isBreak(character)) return { text, end: position, widest };
    text += breakText(character);
    column = character === "\n" ? 0 : column + 1;
  }
}

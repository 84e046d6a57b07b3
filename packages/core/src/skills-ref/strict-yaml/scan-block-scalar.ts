import { breakText, characterAt, columnAt, isBreak, isBreakOrEnd, isDocumentEnd } from "./characters.ts";
import type { YamlProblem } from "./problem.ts";
import type { Scanned } from "./scan-quoted-scalar.ts";

type Header = { readonly chomp: string; readonly increment: number; readonly end: number };
type Breaks = { readonly text: string; readonly end: number };

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
  let text = "";
  let widest = 0;
  let position = header.end;
  for (;;) {
    const spaces = position;
    while (characterAt(source, position) === " ") position++;
    if (position > spaces) widest = Math.max(widest, columnAt(source, position));
    if (!isBreak(characterAt(source, position))) break;
    text += breakText(characterAt(source, position));
    position++;
  }
  return { indent: Math.max(parent + 1, widest), breaks: { text, end: position } };
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

function scanBreaks(source: string, start: number, indent: number): Breaks {
  let text = "";
  let position = skipIndent(source, start, indent);
  while (isBreak(characterAt(source, position))) {
    text += breakText(characterAt(source, position));
    position = skipIndent(source, position + 1, indent);
  }
  return { text, end: position };
}

function skipIndent(source: string, start: number, indent: number): number {
  const limit = start + indent - columnAt(source, start);
  let position = start;
  while (position < limit && characterAt(source, position) === " ") position++;
  return position;
}

import { breakText, characterAt, foldBreaks, isBlankOrEnd, isBreak, isDocumentEnd } from "./characters.ts";

type PlainScalar = {
  readonly value: string;
  /** Where the text ends, before trailing spaces and line breaks. */
  readonly end: number;
  readonly next: number;
  /** Whether a line break follows the text. */
  readonly atNewLine: boolean;
};

type Gap = {
  readonly text: string;
  readonly end: number;
  readonly brokeLine: boolean;
  /** The column of the next word if it is on another line. */
  readonly column: number;
};

/** Reads an unquoted value across lines indented by at least `indent`. */
export function scanPlainScalar(source: string, start: number, indent: number): PlainScalar {
  let value = "";
  let end = start;
  let gap: Gap = { text: "", end: start, brokeLine: false, column: SAME_LINE };
  for (;;) {
    const wordEnd = endOfWord(source, gap.end);
    if (wordEnd === gap.end) break;
    value += gap.text + source.slice(gap.end, wordEnd);
    end = wordEnd;
    gap = scanGap(source, wordEnd);
    if (gap.text === "" || characterAt(source, gap.end) === "#") break;
    if (gap.column < indent) break;
  }
  return { value, end, next: gap.end, atNewLine: gap.brokeLine };
}

function endOfWord(source: string, start: number): number {
  let position = start;
  for (;;) {
    const character = characterAt(source, position);
    if (isBlankOrEnd(character)) return position;
    if (character === ":" && isBlankOrEnd(characterAt(source, position + 1))) return position;
    position++;
  }
}

const SAME_LINE = Number.POSITIVE_INFINITY;

function scanGap(source: string, start: number): Gap {
  let position = start;
  while (characterAt(source, position) === " ") position++;
  const first = characterAt(source, position);
  if (!isBreak(first)) {
    return { text: source.slice(start, position), end: position, brokeLine: false, column: SAME_LINE };
  }
  let following = "";
  let column = first === "\n" ? 0 : SAME_LINE;
  for (position++; ; position++) {
    const character = characterAt(source, position);
    if (isBreak(characterAt(source, position - 1)) && isDocumentEnd(source, position)) {
      return { text: "", end: position, brokeLine: true, column };
    }
    if (character !== " " && !isBreak(character)) break;
    column = character === "\n" ? 0 : column + 1;
    if (character !== " ") following += breakText(character);
  }
  return { text: foldBreaks(first, following), end: position, brokeLine: true, column };
}

import { breakText, characterAt, columnAt, isBlankOrEnd, isBreak, isDocumentEnd } from "./characters.ts";
import { foldBreaks } from "./fold-breaks.ts";

export type PlainScalar = {
  readonly value: string;
  /** Where the text ends; blanks and line breaks after it are passed too. */
  readonly end: number;
  readonly next: number;
  /** Whether a line break was passed after the text. */
  readonly atNewLine: boolean;
};

type Gap = { readonly text: string; readonly end: number; readonly brokeLine: boolean };

/** Reads an unquoted value, over as many lines as are indented by `indent` or more. */
export function scanPlainScalar(source: string, start: number, indent: number): PlainScalar {
  let value = "";
  let end = start;
  let gap: Gap = { text: "", end: start, brokeLine: false };
  for (;;) {
    const wordEnd = endOfWord(source, gap.end);
    if (wordEnd === gap.end) break;
    value += gap.text + source.slice(gap.end, wordEnd);
    end = wordEnd;
    gap = scanGap(source, wordEnd);
    if (gap.text === "" || characterAt(source, gap.end) === "#") break;
    if (gap.brokeLine && columnAt(source, gap.end) < indent) break;
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

function scanGap(source: string, start: number): Gap {
  let position = start;
  while (characterAt(source, position) === " ") position++;
  const first = characterAt(source, position);
  if (!isBreak(first)) return { text: source.slice(start, position), end: position, brokeLine: false };
  let following = "";
  position++;
  for (;;) {
    if (isDocumentEnd(source, position) && isBreak(characterAt(source, position - 1))) {
      return { text: "", end: position, brokeLine: true };
    }
    const character = characterAt(source, position);
    if (isBreak(character)) following += breakText(character);
    else if (character !== " ") break;
    position++;
  }
  return { text: foldBreaks(first, following), end: position, brokeLine: true };
}

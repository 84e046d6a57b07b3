import { breakText, characterAt, isBreak, isDocumentEnd } from "./characters.ts";
import { foldBreaks } from "./fold-breaks.ts";
import type { YamlProblem } from "./problem.ts";
import { scanEscape } from "./scan-escape.ts";

/** A piece of a value and where it ended. */
export type Scanned = { readonly value: string; readonly end: number };

/** Reads a quoted value; continuation lines need no indentation, unlike in other YAML readers. */
export function scanQuotedScalar(source: string, start: number): Scanned | YamlProblem {
  const quote = characterAt(source, start);
  let value = "";
  let position = start + 1;
  for (;;) {
    const closing = characterAt(source, position) === quote;
    if (closing && (quote === '"' || characterAt(source, position + 1) !== quote)) {
      return { value, end: position + 1 };
    }
    const piece = scanPiece(source, position, quote);
    if ("problem" in piece) return piece;
    value += piece.value;
    position = piece.end;
  }
}

function scanPiece(source: string, start: number, quote: string): Scanned | YamlProblem {
  const character = characterAt(source, start);
  if (character === "\0") return { problem: "a quoted value is not closed", offset: start };
  if (character === "'" && quote === "'") return { value: "'", end: start + 2 };
  if (character === "\\" && quote === '"') {
    return isBreak(characterAt(source, start + 1))
      ? scanBreaks(source, start + 2)
      : scanEscape(source, start);
  }
  if (character === " " || character === "\t" || isBreak(character)) return scanSpaces(source, start);
  return scanWord(source, start, quote);
}

function scanWord(source: string, start: number, quote: string): Scanned {
  let end = start + 1;
  for (;;) {
    const character = characterAt(source, end);
    const special = character === quote || character === "\\" || character === "\0";
    if (special || character === " " || character === "\t" || isBreak(character)) break;
    end++;
  }
  return { value: source.slice(start, end), end };
}

function scanSpaces(source: string, start: number): Scanned | YamlProblem {
  const end = skipBlanks(source, start);
  const first = characterAt(source, end);
  if (!isBreak(first)) return { value: source.slice(start, end), end };
  const breaks = scanBreaks(source, end + 1);
  if ("problem" in breaks) return breaks;
  return { value: foldBreaks(first, breaks.value), end: breaks.end };
}

function scanBreaks(source: string, start: number): Scanned | YamlProblem {
  let value = "";
  let position = start;
  for (;;) {
    if (isDocumentEnd(source, position)) return { problem: '"..." ends the document here', offset: position };
    position = skipBlanks(source, position);
    const character = characterAt(source, position);
    if (!isBreak(character)) return { value, end: position };
    value += breakText(character);
    position++;
  }
}

function skipBlanks(source: string, start: number): number {
  let position = start;
  while (characterAt(source, position) === " " || characterAt(source, position) === "\t") position++;
  return position;
}

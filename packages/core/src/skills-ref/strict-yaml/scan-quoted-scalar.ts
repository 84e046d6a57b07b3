import {
  breakText,
  characterAt,
  foldBreaks,
  isBreak,
  isDocumentEnd,
  type YamlProblem,
} from "./characters.ts";

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

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Reads the escape that starts with the backslash at `start`. */
function scanEscape(source: string, start: number): { value: string; end: number } | YamlProblem {
  const letter = characterAt(source, start + 1);
  const simple = SIMPLE.get(letter);
  if (simple !== undefined) return { value: simple, end: start + 2 };
  const digits = HEX_DIGITS.get(letter);
  if (digits === undefined) {
    return { problem: "unknown escape in double quotes; write a backslash as \\\\", offset: start };
  }
  const end = start + 2 + digits;
  const code = source.slice(start + 2, end);
  const value = Number.parseInt(code, 16);
  if (code.length < digits || !/^[\da-f]+$/i.test(code) || value > 0x10ffff) {
    return { problem: `\\${letter} needs ${digits} hexadecimal digits of a character`, offset: start };
  }
  return { value: String.fromCodePoint(value), end };
}

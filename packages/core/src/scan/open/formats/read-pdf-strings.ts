import { createGlyphReader, type GlyphMap } from "./read-glyph-map.ts";

export type PdfString = { readonly key: string; readonly value: string };

export type PdfStrings = {
  /** What text operators show, with line breaks where lines begin. */
  readonly shown: string;
  /** The same as each map of glyphs reads it, without what it does not know. */
  readonly mapped: readonly string[];
  /** Strings that are values of names, such as `/Title (…)`. */
  readonly named: readonly PdfString[];
  /** Text is shown as glyph numbers that no map knows. */
  readonly hasGlyphs: boolean;
};

/** Longest string that is read. */
const mostCharacters = 1_048_576;

/**
 * Reads the strings of a PDF object or content stream, given as Latin-1, in one pass. Which font a string is in is not looked up: every map
 * reads what it can, so that a wrong table of fonts hides nothing.
 */
export function readPdfStrings(text: string, maps: readonly GlyphMap[] = [], mostMapped = 0): PdfStrings {
  const shown: string[] = [];
  const named: PdfString[] = [];
  const glyphs = createGlyphReader(maps, mostMapped);
  let pending: string[] = [];
  let key = "";
  let hasGlyphs = false;
  let hasHex = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "<" && text[at + 1] === "<") at++;
    else if (character === "(" || character === "<") {
      const string = character === "(" ? readLiteral(text, at) : readHex(text, at);
      at = string.end;
      if (character === "<") hasHex = true;
      if (key === "") glyphs.add(string.value);
      if (key !== "") named.push({ key, value: decodeMarked(string.value) });
      else pending.push(character === "<" ? decodeMarked(string.value) : string.value);
      key = "";
    } else if (character === "/") {
      const name = /^[\w.+-]{1,60}/.exec(text.slice(at + 1, at + 62))?.[0] ?? "";
      key = name;
      at += name.length;
    } else if (character === "%") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (/[A-Za-z'"*]/.test(character)) {
      const operator = /^[A-Za-z'"*]{1,12}/.exec(text.slice(at, at + 12))?.[0] ?? character;
      at += operator.length - 1;
      key = "";
      if (showing.has(operator)) {
        const line = pending.join("");
        const isKnown = glyphs.show(operator === "Tj" || operator === "TJ" ? "" : "\n");
        if (hasHex && !/[\x20-\x7e]{2}/.test(line)) hasGlyphs ||= !isKnown;
        else shown.push(operator === "Tj" || operator === "TJ" ? line : `\n${line}`);
      } else if (breaking.has(operator)) {
        shown.push("\n");
        glyphs.breakLine();
      }
      glyphs.clear();
      pending = [];
      hasHex = false;
    } else if (key !== "" && /[\d[\]]/.test(character)) {
      // A number after a name is its value. In arrays of strings a large one is a space.
      key = character === "[" ? key : "";
    } else if (character === "-" && pending.length > 0 && /^-\d{3}/.test(text.slice(at, at + 4)))
      pending.push(" ");
  }
  return {
    shown: toLines(shown),
    mapped: glyphs.texts().map(toLines),
    named,
    hasGlyphs,
  };
}

function toLines(parts: readonly string[]): string {
  return parts
    .join("")
    .replaceAll(/\n{2,}/g, "\n")
    .trim();
}

const showing: ReadonlySet<string> = new Set(["Tj", "TJ", "'", '"']);
const breaking: ReadonlySet<string> = new Set(["Td", "TD", "T*", "Tm", "ET"]);

type Found = { readonly value: string; readonly end: number };

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", ""],
  ["f", "\n"],
]);

function readLiteral(text: string, start: number): Found {
  const parts: string[] = [];
  let depth = 0;
  let at = start;
  for (; at < text.length && at - start < mostCharacters; at++) {
    const character = text[at] ?? "";
    if (character === "\\") {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
      const next = text[at + 1] ?? "";
      if (octal !== undefined) parts.push(String.fromCharCode(Number.parseInt(octal, 8) & 0xff));
      else if (next !== "\n" && next !== "\r") parts.push(escapes.get(next) ?? next);
      at += octal?.length ?? 1;
    } else if (character === "(" && depth++ === 0) continue;
    else if (character === ")" && --depth === 0) break;
    else parts.push(character);
  }
  return { value: parts.join(""), end: at };
}

function readHex(text: string, start: number): Found {
  const close = text.indexOf(">", start);
  const end =
    close === -1 ? Math.min(text.length, start + mostCharacters) : Math.min(close, start + mostCharacters);
  const digits = text.slice(start + 1, end).replaceAll(/[^0-9a-fA-F]/g, "");
  const parts: string[] = [];
  for (let at = 0; at < digits.length; at += 2)
    parts.push(String.fromCharCode(Number.parseInt(digits.slice(at, at + 2).padEnd(2, "0"), 16)));
  return { value: parts.join(""), end };
}

/** Text strings may be UTF-16 with a mark. */
function decodeMarked(value: string): string {
  const isWide = value.startsWith("\xfe\xff") || /^(?:\0[\x20-\x7e]){2}/.test(value);
  if (!isWide) return value;
  const parts: string[] = [];
  for (let at = value.startsWith("\xfe\xff") ? 2 : 0; at + 1 < value.length; at += 2)
    parts.push(String.fromCharCode((value.charCodeAt(at) << 8) | value.charCodeAt(at + 1)));
  return parts.join("");
}

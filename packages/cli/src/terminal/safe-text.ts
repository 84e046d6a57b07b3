import { printable } from "@skillwright/core/text";
import { textWidth } from "./text-width.ts";

/** Untrusted text on one line, safe to print, cut to the columns. */
export function fitText(text: string, columns: number): string {
  const line = oneLine(text);
  // Fast path for nearly all text: a list may have thousands of lines.
  if (plain.test(line)) return line.length <= columns ? line : `${line.slice(0, columns - 1).trimEnd()}…`;
  if (textWidth(line) <= columns) return line;
  let kept = "";
  let room = columns - 1;
  for (const character of line) {
    room -= textWidth(character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

const plain = /^[\u0020-\u007e]*$/;

/** Untrusted text on one line, safe to print. */
export function oneLine(text: string): string {
  const line = foldableSpace.test(text) ? text.replace(/\s+/g, " ").trim() : text;
  return plain.test(line) ? line : printable(line);
}

const foldableSpace = /\s\s|[^\S ]|^\s|\s$/;

/** Multi-line text, safe to print: expands tabs and escapes control characters. */
export function readable(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => printable(line.replaceAll("\t", "    ")))
    .join("\n");
}

/** Makes text that arrives in pieces safe to print. */
type StreamedText = {
  push(piece: string): string;
  /** Text held back for a next piece that never came. */
  end(): string;
};

export function createStreamedText(): StreamedText {
  let held = "";
  return {
    push: (piece) => {
      const text = held + piece;
      held = cutInTwo.exec(text)?.[0] ?? "";
      return readable(text.slice(0, text.length - held.length));
    },
    end: () => {
      const text = held;
      held = "";
      return readable(text);
    },
  };
}

/** Half a surrogate pair or half a CRLF, which must not be printed alone. */
const cutInTwo = /[\r\ud800-\udbff]$/;

/**
 * Untrusted text in full, safe to print. Every screen line starts with a mark, including continuations, so that the text cannot
 * imitate our own output.
 */
export function untrustedLines(text: string, columns: number): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const pieces = cut(printable(line.replaceAll("\t", "    ")), Math.max(columns, narrowest) - mark.length);
    return pieces.map((piece, index) => `${index === 0 ? mark : markOfRest}${piece}`);
  });
}

const mark = "│ ";
const markOfRest = "┊ ";
const narrowest = 20;

/** Cuts exactly at the width: trailing spaces may matter. */
function cut(line: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  let room = width;
  for (const character of line) {
    const needed = textWidth(character);
    if (needed > room) {
      pieces.push(piece);
      piece = "";
      room = width;
    }
    piece += character;
    room -= needed;
  }
  return [...pieces, piece];
}

/** JSON whose strings escape control characters, bidi marks and invisible characters, so that printing it is safe. */
export function safeJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return plainJson.test(text) ? text : text.replace(unsafeInJson, toEscapes);
}

const plainJson = /^[\n\u0020-\u007e]*$/;
const unsafeInJson = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

function toEscapes(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

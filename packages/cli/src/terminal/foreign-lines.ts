import { printable } from "@skillwright/core/text";
import { textWidth } from "./text-width.ts";

/**
 * Untrusted text in full, safe to print. Every screen line starts with a mark, including continuations, so that the text cannot
 * imitate our own output.
 */
export function foreignLines(text: string, columns: number): readonly string[] {
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

import { printable } from "@skillwright/core/text";
import { textWidth } from "./text-width.ts";

/**
 * A foreign text line by line, whole and safe to print. Each line of the screen begins with a mark, also those that a long line
 * goes on in, so that nothing in the text can pass for a line of ours.
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

/** At the width and nowhere else: blanks at the end of a line may matter. */
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

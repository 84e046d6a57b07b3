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

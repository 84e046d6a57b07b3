import { stripVTControlCharacters } from "node:util";
import { formatNumber } from "@skillwright/core/text";

// Created on first use: this takes ten milliseconds, and most text is ASCII.
let segmenter: Intl.Segmenter | undefined;
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Columns that text takes in a terminal: none for escapes, two for East Asian characters and emoji. */
export function textWidth(text: string): number {
  const visible = stripVTControlCharacters(text);
  if (/^[\u0020-\u007e]*$/.test(visible)) return visible.length;
  segmenter ??= new Intl.Segmenter();
  let width = 0;
  for (const { segment } of segmenter.segment(visible)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Wraps text at spaces to lines of at most `columns`; escapes must not span a space. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const candidate = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(candidate) > columns) {
      lines.push(line);
      line = word;
    } else line = candidate;
  }
  return [...lines, line];
}

/** Minimum columns for the text. */
const shortestLine = 20;

/** A label with wrapped text next to it. */
export function hangText(label: string, text: string, { width, columns }: HangLook): readonly string[] {
  const lines = wrapText(text, Math.max(shortestLine, columns - width));
  return lines.map((line, index) => (index === 0 ? label : "").padEnd(width) + line);
}

/** Columns of the label, and in total. */
type HangLook = { readonly width: number; readonly columns: number };

/** `1 skill`, `2,000 skills`. */
export function countOf(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}

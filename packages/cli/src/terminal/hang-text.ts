import { wrapText } from "./text-width.ts";

/** Minimum columns for the text. */
const shortestLine = 20;

/** A label with wrapped text beside it. */
export function hangText(label: string, text: string, { width, columns }: HangLook): readonly string[] {
  const lines = wrapText(text, Math.max(shortestLine, columns - width));
  return lines.map((line, index) => (index === 0 ? label : "").padEnd(width) + line);
}

/** Columns of the label, and in total. */
export type HangLook = { readonly width: number; readonly columns: number };

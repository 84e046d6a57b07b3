import { wrapText } from "./text-width.ts";

/** Columns a line of text gets at least, however narrow the terminal. */
const shortestLine = 20;

/** A label with its text beside it, on as many lines as that takes. */
export function hangText(label: string, text: string, { width, columns }: HangLook): readonly string[] {
  const lines = wrapText(text, Math.max(shortestLine, columns - width));
  return lines.map((line, index) => (index === 0 ? label : "").padEnd(width) + line);
}

/** Columns of the label, and of the whole. */
export type HangLook = { readonly width: number; readonly columns: number };

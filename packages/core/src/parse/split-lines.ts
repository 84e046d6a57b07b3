import type { Span } from "../text/span.ts";

/** A line without its indent and trailing spaces. `blank` is true for empty lines and comments. */
export type Line = {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly blank: boolean;
  /** Whether spaces or tabs separate `end` from the line break. */
  readonly trailing: boolean;
};

export function splitLines(text: string, span: Span): readonly Line[] {
  const lines: Line[] = [];
  for (let start = span.start; start < span.end; ) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 || newline > span.end ? span.end : newline;
    const content = next > start && text.charCodeAt(next - 1) === 0x0d ? next - 1 : next;
    let end = content;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    let first = start;
    while (first < end && text.charCodeAt(first) === 0x20) first++;
    const blank = first >= end || text.charCodeAt(first) === 0x23;
    lines.push({ start: first, end, indent: first - start, blank, trailing: end < content });
    start = next + 1;
  }
  return lines;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

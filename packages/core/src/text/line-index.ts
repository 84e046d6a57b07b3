import type { Position, Range } from "../finding.ts";
import type { Span } from "./span.ts";

export type LineIndex = {
  positionAt(offset: number): Position;
  rangeOf(span: Span): Range;
  /** Offsets of a line (from 1) without its line break. */
  lineSpan(line: number): Span;
};

/** Converts offsets to lines and columns; a line ends at LF, and CRLF is one break. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  let isWhole = false;
  // Lazy: most lookups are near the top of the file.
  const findStart = (): void => {
    const newline = text.indexOf("\n", starts.at(-1));
    if (newline === -1) isWhole = true;
    else starts.push(newline + 1);
  };
  const positionAt = (offset: number): Position => {
    const inside = Math.max(0, Math.min(offset, text.length));
    while (!isWhole && (starts.at(-1) ?? 0) <= inside) findStart();
    const line = lineAt(starts, inside);
    return { line: line + 1, column: inside - (starts[line] ?? 0) + 1 };
  };
  return {
    positionAt,
    rangeOf: (span) => ({ start: positionAt(span.start), end: positionAt(span.end) }),
    lineSpan: (line) => {
      while (!isWhole && starts.length <= line) findStart();
      const start = starts[line - 1] ?? text.length;
      const next = starts[line] ?? text.length + 1;
      const end = Math.max(start, next - 1);
      return { start, end: text[end - 1] === "\r" && end > start ? end - 1 : end };
    },
  };
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

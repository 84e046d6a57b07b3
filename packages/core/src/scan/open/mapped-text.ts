import type { Span } from "../../text/span.ts";

/** A text made of parts of another, which knows where each came from. */
export type MappedText = {
  readonly text: string;
  /** The span in the other text that a span of this one was made from. */
  readonly originOf: (span: Span) => Span;
};

/** `origin` is where the part stands in the other text; parts of equal length are mapped character by character. */
export type Piece = { readonly text: string; readonly origin: Span };

/** Joins parts; `separator` stands between them and belongs to the part before it. */
export function joinPieces(pieces: readonly Piece[], separator = ""): MappedText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of pieces) {
    starts.push(length);
    length += text.length + separator.length;
  }
  const offsetOf = (offset: number): number => {
    const index = lastAtMost(starts, offset);
    const piece = pieces[index];
    if (piece === undefined) return 0;
    const { start, end } = piece.origin;
    return Math.min(start + offset - (starts[index] ?? 0), end);
  };
  return {
    text: pieces.map(({ text }) => text).join(separator),
    originOf: ({ start, end }) => {
      const first = offsetOf(start);
      return { start: first, end: Math.max(first, end > start ? offsetOf(end - 1) + 1 : first) };
    },
  };
}

/** Index of the last number that is not larger than a limit, in a sorted list; -1 if there is none. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

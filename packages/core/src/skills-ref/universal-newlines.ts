/** A text with every line break as LF, and where CRLF pairs lost their CR. */
type UniversalNewlines = {
  readonly text: string;
  /** Offsets in the original text of each CR that was left out, ascending. */
  readonly leftOut: readonly number[];
};

/** Reads line breaks as Python's text mode does: CRLF and a lone CR both become LF. */
export function toUniversalNewlines(original: string): UniversalNewlines {
  const leftOut: number[] = [];
  for (let at = original.indexOf("\r\n"); at !== -1; at = original.indexOf("\r\n", at + 2)) leftOut.push(at);
  return { text: original.replace(/\r\n?/g, "\n"), leftOut };
}

/** The offset in the original text of an offset in the text with LF only. */
export function toOriginalOffset(offset: number, leftOut: readonly number[]): number {
  let low = 0;
  let high = leftOut.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // The CR at index `middle` is counted when it stood before the character asked for.
    if ((leftOut[middle] ?? 0) - middle < offset) low = middle + 1;
    else high = middle;
  }
  return offset + low;
}

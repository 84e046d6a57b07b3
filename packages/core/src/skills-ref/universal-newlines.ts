/** A text with LF line breaks, and the offsets of the removed CRs. */
type UniversalNewlines = {
  readonly text: string;
  /** Offsets in the original text of each removed CR, ascending. */
  readonly leftOut: readonly number[];
};

/** Converts line breaks like Python's text mode: CRLF and a lone CR become LF. */
export function toUniversalNewlines(original: string): UniversalNewlines {
  const leftOut: number[] = [];
  for (let at = original.indexOf("\r\n"); at !== -1; at = original.indexOf("\r\n", at + 2)) leftOut.push(at);
  return { text: original.replace(/\r\n?/g, "\n"), leftOut };
}

/** Maps an offset in the LF text to the original text. */
export function toOriginalOffset(offset: number, leftOut: readonly number[]): number {
  let low = 0;
  let high = leftOut.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // The CR at index `middle` counts if it was before this character.
    if ((leftOut[middle] ?? 0) - middle < offset) low = middle + 1;
    else high = middle;
  }
  return offset + low;
}

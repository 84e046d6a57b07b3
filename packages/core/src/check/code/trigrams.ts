/** Which runs of three characters a text holds, as bits of a small table. Capital letters count as small ones. */
export type Trigrams = Uint32Array;

const bits = 32_768;

/**
 * Reads a text once, so that a dozen searches need not: a word whose trigrams are not all there is not there. The
 * table is small and trigrams share its bits, so the opposite proves nothing.
 */
export function trigramsOf(text: string): Trigrams {
  const table = new Uint32Array(bits / 32);
  let first = 0;
  let second = 0;
  for (let index = 0; index < text.length; index++) {
    const third = text.charCodeAt(index) | 0x20;
    const bit = bitOf(first, second, third);
    table[bit >> 5] = (table[bit >> 5] ?? 0) | (1 << (bit & 31));
    first = second;
    second = third;
  }
  return table;
}

/** Whether one of the words, of three characters or more, may stand in the text. */
export function mayHold(table: Trigrams, words: readonly string[]): boolean {
  return words.some((word) => holdsTrigrams(table, word));
}

function holdsTrigrams(table: Trigrams, word: string): boolean {
  for (let index = 2; index < word.length; index++) {
    const [first, second, third] = [
      word.charCodeAt(index - 2),
      word.charCodeAt(index - 1),
      word.charCodeAt(index),
    ];
    const bit = bitOf(first | 0x20, second | 0x20, third | 0x20);
    if (((table[bit >> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function bitOf(first: number, second: number, third: number): number {
  return ((first << 10) ^ (second << 5) ^ third) & (bits - 1);
}

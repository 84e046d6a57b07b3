/** The set of three-character sequences in a text, as bits of a small table, ignoring case. */
export type Trigrams = Uint32Array;

const bits = 32_768;

/**
 * Reads a text once to rule out most later searches: a word with a missing trigram is not in the text. Trigrams share
 * the bits of the table, so the reverse does not hold.
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

/** Whether the text may contain one of the words, each of three characters or more. */
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

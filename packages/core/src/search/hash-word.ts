const prime = 0x01000193;

/** Initial hash. All hashes here are signed, because V8 keeps those unboxed but boxes half of the unsigned ones. */
export const emptyHash: number = 0x811c9dc5 | 0;

/** FNV-1a, one letter at a time, so that the tokenizer has a word's hash after its last letter. */
export function addLetter(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, prime);
}

/** The term of a word from its hash. Among 200,000 words about five pairs collide, which does not affect ranking. */
export function finishHash(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

export function hashWord(word: string): number {
  let hash = emptyHash;
  for (let at = 0; at < word.length; at++) hash = addLetter(hash, word.charCodeAt(at));
  return finishHash(hash);
}

/** The hash of two adjacent words, in order. */
export function hashPair(first: number, second: number): number {
  return finishHash(Math.imul(first, 0x9e3779b1) ^ second);
}

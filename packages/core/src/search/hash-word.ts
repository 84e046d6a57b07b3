const prime = 0x01000193;

/** The hash of no letters yet. Signed, as all hashes here: V8 keeps such integers unboxed, and half of the unsigned ones not. */
export const emptyHash: number = 0x811c9dc5 | 0;

/** FNV-1a, a letter at a time, so that a reader has the hash of a word when it has read the last letter. */
export function addLetter(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, prime);
}

/** The term of a word from the hash of its letters; two of 200,000 words share one about five times, which no ranking notices. */
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

/** One value for two neighbouring words, in order. */
export function hashPair(first: number, second: number): number {
  return finishHash(Math.imul(first, 0x9e3779b1) ^ second);
}

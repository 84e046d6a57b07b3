const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** Hash of lower-case code units in a window of a buffer, so that no string is made for a word: FNV-1a with a final mix; two of 200,000 words share a value about five times, which no ranking notices. */
export function hashLetters(codes: Uint16Array, start: number, end: number): number {
  let hash = offsetBasis;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (codes[at] ?? 0), prime);
  return mix(hash);
}

export function hashWord(word: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), prime);
  return mix(hash);
}

/** One value for two neighbouring words, in order. */
export function hashPair(first: number, second: number): number {
  return mix(Math.imul(first, 0x9e3779b1) ^ second);
}

function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  // Signed: V8 keeps such integers unboxed, and half of the unsigned ones not.
  return twice ^ (twice >>> 16);
}

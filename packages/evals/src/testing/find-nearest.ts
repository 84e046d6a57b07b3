/** The longest beginning of a text that occurs in another one, and where it first does. */
export type Nearest = { readonly at: number; readonly length: number };

/**
 * Looks for a text, and for what comes nearest to it, by the method of Knuth, Morris and Pratt: both come out of one walk,
 * whose time does not grow with what the author of a case and a program conspire to write, as that of `includes` does.
 */
export function findNearest(text: string, wanted: string): Nearest {
  const fallbacks = fallbacksOf(wanted);
  let best: Nearest = { at: 0, length: 0 };
  let length = 0;
  for (let end = 0; end < text.length && best.length < wanted.length; end++) {
    while (length > 0 && text[end] !== wanted[length]) length = fallbacks[length - 1] ?? 0;
    if (text[end] === wanted[length]) length++;
    if (length > best.length) best = { at: end + 1 - length, length };
  }
  return best;
}

/** For each beginning of a text, the length of the longest shorter one that it ends with. */
function fallbacksOf(wanted: string): Uint32Array {
  const fallbacks = new Uint32Array(wanted.length);
  let length = 0;
  for (let end = 1; end < wanted.length; end++) {
    while (length > 0 && wanted[end] !== wanted[length]) length = fallbacks[length - 1] ?? 0;
    if (wanted[end] === wanted[length]) length++;
    fallbacks[end] = length;
  }
  return fallbacks;
}

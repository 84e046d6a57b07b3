/** At most `most` characters of a text around a position; `…` marks what was cut. */
export function excerpt(text: string, at: number, most: number): string {
  if (text.length <= most) return text;
  const start = Math.max(0, Math.min(at - Math.floor(most / 2), text.length - most));
  const end = start + most;
  const part = text.slice(isSplit(text, start) ? start + 1 : start, isSplit(text, end) ? end - 1 : end);
  return `${start > 0 ? "…" : ""}${part}${end < text.length ? "…" : ""}`;
}

/** The index of the first difference. */
export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Whether a position is between the two halves of a surrogate pair. */
function isSplit(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** The longest prefix of a text that occurs in another, and where it first occurs. */
type Nearest = { readonly at: number; readonly length: number };

/**
 * Finds a text, or its longest prefix, in one pass (Knuth–Morris–Pratt). Unlike `includes`, its time stays
 * linear for adversarial inputs.
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

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
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

import { addLetter } from "./hash-word.ts";

/** The letters of a word and the hash of each prefix. */
type Word = { readonly letters: Uint16Array; readonly hashes: Int32Array };

const [a, c, d, e, g, h, i] = [97, 99, 100, 101, 103, 104, 105] as const;
const [l, n, o, s, u, x, y, z] = [108, 110, 111, 115, 117, 120, 121, 122] as const;

/**
 * The hash of a lower-case word without plural, `-ing` and `-ed`. Deliberately light: stronger stemming found no more
 * skills (docs/decisions/0010-search.md) and harms other languages.
 */
export function hashStem({ letters, hashes }: Word, start: number, end: number): number {
  const whole = hashes[end - 1] ?? 0;
  if (end - start < 4 || !mayChange(letters[end - 1] ?? 0) || !isPlain(letters, start, end)) return whole;
  const singular = withoutPlural(letters, start, end);
  if (singular - start < 4) {
    // `flies` becomes `fly`; longer words keep the i, since other stems end in it.
    const isFly = letters[singular - 1] === i;
    return isFly ? addLetter(hashes[singular - 2] ?? 0, y) : (hashes[singular - 1] ?? 0);
  }
  const bare = withoutEnding(letters, start, withoutTense(letters, start, singular));
  const isQuery = bare - start > 3 && letters[bare - 1] === y;
  return isQuery ? addLetter(hashes[bare - 2] ?? 0, i) : (hashes[bare - 1] ?? 0);
}

/** Bit set of the final letters that stemming may change, to skip most words. */
const changing = [s, e, d, g, y].reduce((bits, letter) => bits | (1 << (letter - a)), 0);

function mayChange(last: number): boolean {
  return last >= a && ((changing >>> (last - a)) & 1) === 1;
}

function isPlain(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const letter = letters[at] ?? 0;
    if (letter < a || letter > z) return false;
  }
  return true;
}

function withoutPlural(letters: Uint16Array, start: number, end: number): number {
  if (letters[end - 1] !== s) return end;
  const third = letters[end - 3];
  const second = letters[end - 2];
  if (second === e && third === i && end - start > 4) return end - 2;
  if (second === e && takesEs(letters[end - 4], third)) return end - 2;
  return second === s || second === u || second === i ? end : end - 1;
}

/** Classes, boxes, branches and pushes take `-es`. */
function takesEs(before: number | undefined, last: number | undefined): boolean {
  if (last === x || last === z) return true;
  return (last === s && before === s) || (last === h && (before === c || before === s));
}

function withoutTense(letters: Uint16Array, start: number, end: number): number {
  const length = end - start;
  const last = letters[end - 1];
  const isGerund = length > 5 && last === g && letters[end - 2] === n && letters[end - 3] === i;
  const isPast = !isGerund && length > 4 && last === d && letters[end - 2] === e;
  if (!isGerund && !isPast) return end;
  const bare = end - (isGerund ? 3 : 2);
  if (!hasVowel(letters, start, bare)) return end;
  const final = letters[bare - 1];
  const isDoubled =
    bare - start > 3 && final === letters[bare - 2] && final !== l && final !== s && final !== z;
  return isDoubled ? bare - 1 : bare;
}

function hasVowel(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const letter = letters[at];
    if (letter === a || letter === e || letter === i || letter === o || letter === u || letter === y)
      return true;
  }
  return false;
}

/** Drops a final e, so that `cache` and `caching` match. */
function withoutEnding(letters: Uint16Array, start: number, end: number): number {
  return end - start > 3 && letters[end - 1] === e ? end - 1 : end;
}

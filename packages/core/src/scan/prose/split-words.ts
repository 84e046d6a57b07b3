/** A word of a plain text: where it starts, and where it ends without marks after it. */
export type Bounds = { start: number; end: number };

/**
 * Moves to the next word at or after the end of the last one, and says whether there is one. Words are addresses, and runs of letters, digits and the
 * signs of paths, variables and flags. A loop over character codes, since most of what a skill says is only looked at once, for its words.
 */
export function nextWord(plain: string, at: { next: number }, bounds: Bounds): boolean {
  for (let start = at.next; start < plain.length; ) {
    const kind = kindAt(plain, start);
    if ((kind & starts) === 0) {
      start += kind & wide ? 2 : 1;
      continue;
    }
    const end = isAddress(plain, start) ? endOfAddress(plain, start) : endOfWord(plain, start);
    at.next = end;
    const trimmed = trimEnd(plain, start, end);
    if (trimmed > start) {
      bounds.start = start;
      bounds.end = trimmed;
      return true;
    }
    start = end;
  }
  return false;
}

/** Flags of a character: it may start a word, stand inside one, end an address, or takes two code units. */
const starts = 1;
const inside = 2;
const endsAddress = 4;
const wide = 8;

const ascii = new Uint8Array(128);
const mark = (characters: string, flag: number): void => {
  for (const character of characters)
    ascii[character.charCodeAt(0)] = (ascii[character.charCodeAt(0)] ?? 0) | flag;
};
mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~.$_@%{-", starts | inside);
mark("<", starts);
mark("/:\\}>", inside);
mark(" \t\n\r\v\f\"'<>)", endsAddress);

function kindAt(plain: string, at: number): number {
  const code = plain.charCodeAt(at);
  if (code < 128) return ascii[code] ?? 0;
  const point = plain.codePointAt(at) ?? code;
  const width = point > 0xffff ? wide : 0;
  const character = String.fromCodePoint(point);
  if (/[\p{L}\p{N}]/u.test(character)) return starts | inside | width;
  return (/\s/.test(character) ? endsAddress : 0) | width;
}

const longestWord = 200;
const longestAddress = 500;

function endOfWord(plain: string, start: number): number {
  let at = start + (kindAt(plain, start) & wide ? 2 : 1);
  for (let count = 0; at < plain.length && count < longestWord; count++) {
    const kind = kindAt(plain, at);
    if ((kind & inside) === 0) break;
    at += kind & wide ? 2 : 1;
  }
  // The end of "don't" and "user's".
  if (plain.charCodeAt(at) !== 0x27) return at;
  let end = at + 1;
  while (end < at + 5 && isSmallLetter(plain.charCodeAt(end))) end++;
  return end > at + 1 ? end : at;
}

function isSmallLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isAddress(plain: string, start: number): boolean {
  if (plain.charCodeAt(start) !== 0x68) return false;
  const scheme = ["http://", "https://"].find((one) => plain.startsWith(one, start));
  if (scheme === undefined) return false;
  const first = start + scheme.length;
  return first < plain.length && (kindAt(plain, first) & endsAddress) === 0;
}

function endOfAddress(plain: string, start: number): number {
  let at = plain.indexOf("//", start) + 2;
  for (let count = 0; at < plain.length && count < longestAddress; count++) {
    const kind = kindAt(plain, at);
    if (kind & endsAddress) break;
    at += kind & wide ? 2 : 1;
  }
  return at;
}

function trimEnd(plain: string, start: number, end: number): number {
  let last = end;
  while (last > start && ".,:;-\\".includes(plain.charAt(last - 1))) last--;
  return last;
}

const [a, d, e, g, h, i, l, n, o, s, u, x, y, z] = [..."adeghilnosuxyz"].map((letter) =>
  letter.charCodeAt(0),
);
const c = "c".charCodeAt(0);

/**
 * Takes plural, `-ing` and `-ed` off a lower-case word in place and answers where it now ends. Light on purpose:
 * stronger stemming found no more skills (docs/decisions/0010-search.md) and damages words of other languages.
 */
export function stem(codes: Uint16Array, start: number, end: number): number {
  if (end - start < 4 || !isPlain(codes, start, end)) return end;
  const singular = withoutPlural(codes, start, end);
  if (singular - start < 4) return singular;
  return withoutEnding(codes, start, withoutTense(codes, start, singular));
}

function isPlain(codes: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = codes[at] ?? 0;
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function withoutPlural(codes: Uint16Array, start: number, end: number): number {
  if (codes[end - 1] !== s) return end;
  const [third, second] = [codes[end - 3], codes[end - 2]];
  if (second === e && third === i && end - start > 4) {
    codes[end - 3] = y ?? 0;
    return end - 2;
  }
  if (second === e && takesEs(codes[end - 4], third)) return end - 2;
  return second === s || second === u || second === i ? end : end - 1;
}

/** Classes, boxes, branches and pushes take `-es`. */
function takesEs(before: number | undefined, last: number | undefined): boolean {
  if (last === x || last === z) return true;
  return (last === s && before === s) || (last === h && (before === c || before === s));
}

function withoutTense(codes: Uint16Array, start: number, end: number): number {
  const length = end - start;
  const last = codes[end - 1];
  const isGerund = length > 5 && last === g && codes[end - 2] === n && codes[end - 3] === i;
  const isPast = !isGerund && length > 4 && last === d && codes[end - 2] === e;
  if (!isGerund && !isPast) return end;
  const bare = end - (isGerund ? 3 : 2);
  if (!hasVowel(codes, start, bare)) return end;
  const final = codes[bare - 1];
  const isDoubled =
    bare - start > 3 && final === codes[bare - 2] && final !== l && final !== s && final !== z;
  return isDoubled ? bare - 1 : bare;
}

function hasVowel(codes: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = codes[at];
    if (code === a || code === e || code === i || code === o || code === u || code === y) return true;
  }
  return false;
}

/** `cache` and `caching`, `query` and `queries` end alike. */
function withoutEnding(codes: Uint16Array, start: number, end: number): number {
  if (end - start <= 3) return end;
  const bare = codes[end - 1] === e ? end - 1 : end;
  if (bare - start > 3 && codes[bare - 1] === y) codes[bare - 1] = i ?? 0;
  return bare;
}

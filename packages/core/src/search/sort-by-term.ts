const digitBits = 16;
const digits = 1 << digitBits;

/** The order that sorts 32-bit values, equal ones as they stood: radix sort, linear where a comparison sort is not. */
export function sortByTerm(terms: Uint32Array): Uint32Array {
  const start = new Uint32Array(terms.length).map((_, index) => index);
  return sortByDigit(terms, sortByDigit(terms, start, 0), digitBits);
}

function sortByDigit(terms: Uint32Array, order: Uint32Array, shift: number): Uint32Array {
  const next = new Uint32Array(digits);
  for (let index = 0; index < terms.length; index++) {
    const digit = ((terms[index] ?? 0) >>> shift) & (digits - 1);
    next[digit] = (next[digit] ?? 0) + 1;
  }
  let sum = 0;
  for (let digit = 0; digit < digits; digit++) {
    const count = next[digit] ?? 0;
    next[digit] = sum;
    sum += count;
  }
  const sorted = new Uint32Array(terms.length);
  for (let from = 0; from < order.length; from++) {
    const index = order[from] ?? 0;
    const digit = ((terms[index] ?? 0) >>> shift) & (digits - 1);
    const at = next[digit] ?? 0;
    sorted[at] = index;
    next[digit] = at + 1;
  }
  return sorted;
}

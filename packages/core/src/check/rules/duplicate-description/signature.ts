/** A compact form of a description. Numbers only: a substring would keep the whole file in memory. */
export type Signature = {
  /** Hash of all words. */
  readonly whole: number;
  /** The smallest phrase hash in each of 32 bins. */
  readonly bins: Int16Array;
  /** Hashes of the words that the skill's name and its description share. */
  readonly marks: readonly number[];
};

const binCount = 32;
const rowsPerBand = 4;
const emptyBin = 0x7fff;
/** Shorter texts are not compared: one different word would be a large difference. */
const minWords = 6;
const minLength = 40;

/**
 * One-permutation MinHash over three-word phrases: similar descriptions have similar bins. Undefined for a text that
 * is too short to compare.
 */
export function signatureOf(description: string, name: string): Signature | undefined {
  const words = hashWords(description);
  // Some scripts do not separate words; there a sentence counts as one word, and only identical texts are similar.
  if (words.length < minWords && description.length < minLength) return undefined;
  const bins = new Int16Array(binCount).fill(emptyBin);
  let whole = 0;
  let first = 0;
  let second = 0;
  for (let index = 0; index < words.length; index++) {
    const third = words[index] ?? 0;
    whole = mix(whole, third);
    const phrase = mix(mix(first, second), third);
    const bin = phrase & (binCount - 1);
    // The first three-word phrase ends at index 2.
    if (index >= 2 && phrase >> 16 < (bins[bin] ?? emptyBin)) bins[bin] = phrase >> 16;
    first = second;
    second = third;
  }
  const marks = hashWords(name).filter((word) => words.includes(word));
  return { whole, bins, marks };
}

/** Keys that similar descriptions share: one for the whole text, and one for every four bins. */
export function bandKeys({ whole, bins }: Signature): readonly number[] {
  const keys = [whole];
  for (let start = 0; start < binCount; start += rowsPerBand) {
    let key = start + 1;
    let empty = 0;
    for (let row = start; row < start + rowsPerBand; row++) {
      const value = bins[row] ?? emptyBin;
      if (value === emptyBin) empty++;
      key = mix(key, value);
    }
    // Empty bins are equal in all short texts and carry no information.
    if (empty * 2 <= rowsPerBand) keys.push(key);
  }
  return keys;
}

/** Estimated share of common phrases; 1 only if all words are the same. */
export function similarity(a: Signature, b: Signature): number {
  let used = 0;
  let equal = 0;
  for (let index = 0; index < binCount; index++) {
    const left = a.bins[index];
    const right = b.bins[index];
    if (left === emptyBin && right === emptyBin) continue;
    used++;
    if (left === right) equal++;
  }
  // 32-bit hashes collide in large collections, so the bins must agree as well.
  if (equal === used && a.whole === b.whole) return 1;
  return used === 0 ? 0 : Math.min(equal / used, 0.99);
}

/**
 * Whether each description contains a word of its skill's name that the other lacks: "Automate Slack tasks" and
 * "Automate Yelp tasks" are similar, but not confusable.
 */
export function areToldApart(a: Signature, b: Signature): boolean {
  return a.marks.some((mark) => !b.marks.includes(mark)) && b.marks.some((mark) => !a.marks.includes(mark));
}

/** FNV-1a of each word in lower case. */
function hashWords(words: string): readonly number[] {
  const hashes: number[] = [];
  const text = words.toLowerCase();
  let value = fnvOffset;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isWordUnit(unit)) value = Math.imul(value ^ unit, 0x01000193);
    else if (value !== fnvOffset) {
      hashes.push(value);
      value = fnvOffset;
    }
  }
  if (value !== fnvOffset) hashes.push(value);
  return hashes;
}

const fnvOffset = 0x811c9dc5 | 0;

/** Lowercase letters and digits; beyond ASCII, everything except punctuation and symbols. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 48 && unit <= 57) ||
    (unit >= 0xc0 && (unit < 0x2000 || unit > 0x303f))
  );
}

/** Stays within signed 32 bits, which engines keep as small integers. */
function mix(a: number, b: number): number {
  let value = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) ^ b;
  value = Math.imul(value ^ (value >>> 13), 0x297a2d39);
  return value ^ (value >>> 16);
}

type SignatureList = { push(signature: Signature): void; at(index: number): Signature };

/** Packs thousands of signatures into a few arrays of numbers, which take less memory than as many objects. */
export function createSignatureList(): SignatureList {
  const wholes: number[] = [];
  const marks: (readonly number[])[] = [];
  let bins = new Int16Array(64 * binCount);
  return {
    push(signature) {
      const start = wholes.length * binCount;
      if (start === bins.length) bins = doubled(bins);
      bins.set(signature.bins, start);
      wholes.push(signature.whole);
      marks.push(signature.marks);
    },
    at(index) {
      const start = index * binCount;
      return {
        whole: wholes[index] ?? 0,
        bins: bins.subarray(start, start + binCount),
        marks: marks[index] ?? [],
      };
    },
  };
}

function doubled(numbers: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  const larger = new Int16Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

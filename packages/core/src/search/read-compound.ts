import { addLetter, emptyHash } from "./hash-word.ts";
import { searchLimits } from "./limits.ts";

/** The lower-case letters of one compound without separators, and where its parts end. */
export type Compound = {
  readonly letters: Uint16Array;
  /** For each letter, the hash of its part so far, so that every prefix has its hash already. */
  readonly hashes: Int32Array;
  readonly partEnds: Uint16Array;
  partCount: number;
  /** The first part after each separator; further parts come from camelCase. */
  readonly wordStarts: Uint8Array;
  wordCount: number;
};

export function createCompound(): Compound {
  const letters = searchLimits.searchWordLength * searchLimits.searchCompoundParts;
  return {
    letters: new Uint16Array(letters),
    hashes: new Int32Array(letters),
    partEnds: new Uint16Array(searchLimits.searchCompoundParts),
    partCount: 0,
    wordStarts: new Uint8Array(searchLimits.searchCompoundParts),
    wordCount: 0,
  };
}

const wordLength = searchLimits.searchWordLength;
/** Maximum closed parts; one more may be open at the end. */
const closedMost = searchLimits.searchCompoundParts - 1;

/** Reads the compound that starts at an offset and returns its end. */
export function readCompound(text: string, start: number, compound: Compound): number {
  const { letters, hashes } = compound;
  compound.partCount = 0;
  compound.wordCount = 1;
  let length = 0;
  let partStart = 0;
  let hash = emptyHash;
  let previous: number = characterClass.other;
  let at = start;
  for (; ; at++) {
    let unit = text.charCodeAt(at);
    // Fast path for plain letters, which are nearly all of a library.
    while (unit >= 97 && unit <= 122 && length - partStart < wordLength) {
      hash = addLetter(hash, unit);
      letters[length] = unit;
      hashes[length++] = hash;
      previous = characterClass.lower;
      unit = text.charCodeAt(++at);
    }
    const kind = classOf(unit);
    if (kind === characterClass.other) break;
    const isLetter = isLetterClass(kind);
    if (!isLetter && !(kind === characterClass.joint && isJoint(text, at, compound))) break;
    if (!isLetter || (kind === characterClass.upper && isHump(text, at, previous))) {
      closePart(compound, partStart, length);
      partStart = length;
      hash = emptyHash;
      if (!isLetter) compound.wordStarts[compound.wordCount++] = compound.partCount;
    }
    if (isLetter && length - partStart < wordLength) {
      letters[length] = lowerCase(unit, kind);
      hash = addLetter(hash, letters[length] ?? 0);
      hashes[length++] = hash;
    }
    previous = kind;
    if (compound.partCount >= closedMost) break;
  }
  const signs = signsAt(text, at);
  const isSigned = signs > 0 && length - partStart <= 2;
  for (let sign = 0; isSigned && sign < signs; sign++) {
    letters[length] = text.charCodeAt(at++);
    hash = addLetter(hash, letters[length] ?? 0);
    hashes[length++] = hash;
  }
  closePart(compound, partStart, length);
  return at;
}

/** Records the end of a part unless it is empty. */
function closePart(compound: Compound, partStart: number, length: number): void {
  if (length > partStart) compound.partEnds[compound.partCount++] = length;
}

/** Whether a mark joins two words and the compound has room for another part. */
function isJoint(text: string, at: number, { partCount }: Compound): boolean {
  return partCount < closedMost - 1 && isLetterClass(classOf(text.charCodeAt(at + 1)));
}

/** Whether a camelCase word starts here: `git|Hub`, `HTTP|Server`. */
function isHump(text: string, at: number, previous: number): boolean {
  if (previous === characterClass.lower) return true;
  return (
    previous === characterClass.upper &&
    classOf(text.charCodeAt(at - 2)) === characterClass.upper &&
    classOf(text.charCodeAt(at + 1)) === characterClass.lower
  );
}

function lowerCase(unit: number, kind: number): number {
  if (kind === characterClass.upper) return unit + 32;
  return unit < 0x80 ? unit : String.fromCharCode(unit).toLowerCase().charCodeAt(0);
}

/** Length of the sign suffix of a short name such as `c++`, `c#` or `f#`. */
function signsAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit !== 35 && unit !== 43) return 0;
  const length = unit === 35 ? 1 : 2;
  if (text.charCodeAt(at + length - 1) !== unit) return 0;
  return classOf(text.charCodeAt(at + length)) <= characterClass.joint ? length : 0;
}

/**
 * Character classes of the tokenizer. Numbers in this order, so that one comparison covers several classes: letters and
 * digits come last. Runs once per character of a library.
 */
export const characterClass = { other: 0, joint: 1, ideograph: 2, lower: 3, upper: 4, digit: 5 } as const;

export function classOf(code: number): number {
  if (code < 0x80) return asciiClasses[code] ?? 0;
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return characterClass.other;
  if (code < 0x2000) return characterClass.lower;
  return isIdeograph(code) ? characterClass.ideograph : characterClass.other;
}

/** Whether a class is letters or digits, which make up words. */
function isLetterClass(kind: number): boolean {
  return kind > characterClass.ideograph;
}

function classOfAscii(code: number): number {
  if (code >= 97 && code <= 122) return characterClass.lower;
  if (code >= 65 && code <= 90) return characterClass.upper;
  if (code >= 48 && code <= 57) return characterClass.digit;
  return jointMarks.includes(String.fromCharCode(code)) ? characterClass.joint : characterClass.other;
}

/** Marks that join letters or digits: `don't`, `follow-up`, `node.js`, `samber/do`, `snake_case`. */
const jointMarks = "'-./_";
const asciiClasses = Uint8Array.from({ length: 0x80 }, (_, code) => classOfAscii(code));

/** Scripts written without spaces, and Hangul, whose particles hide the word: read as pairs of characters. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

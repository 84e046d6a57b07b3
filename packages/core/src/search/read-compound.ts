import { limits } from "../limits.ts";
import type { Span } from "../text/span.ts";
import { characterClass, classOf } from "./character-class.ts";

/** Letters of one compound without its separators, and where its parts end. */
export type Compound = {
  readonly codes: Uint16Array;
  readonly partEnds: number[];
  /** Index of the first part after each separator: between two of them, parts come from camelCase. */
  readonly wordStarts: number[];
};

export function createCompound(): Compound {
  return {
    codes: new Uint16Array(limits.searchWordLength * limits.searchCompoundParts),
    partEnds: [],
    wordStarts: [],
  };
}

/** Reads the compound that begins at the start of a span and answers where it ends. */
export function readCompound(text: string, { start, end }: Span, compound: Compound): number {
  const { codes, partEnds, wordStarts } = compound;
  partEnds.length = 0;
  wordStarts.length = 0;
  wordStarts.push(0);
  let length = 0;
  let partStart = 0;
  let previous: number = characterClass.other;
  let at = start;
  // Counters are local and written once a part: this loop runs for every letter of a library.
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122 && length - partStart < limits.searchWordLength) {
      codes[length++] = code;
      previous = characterClass.lower;
      continue;
    }
    const kind = classOf(code);
    const isLetter = kind !== characterClass.other && kind !== characterClass.ideograph;
    if (!isLetter && (partEnds.length >= limits.searchCompoundParts - 2 || !isJoint(text, at, end))) break;
    if (!isLetter || (kind === characterClass.upper && isHump(text, at, previous))) {
      partStart = closePart(partEnds, partStart, length);
      if (!isLetter) wordStarts.push(partEnds.length);
    }
    if (isLetter && length - partStart < limits.searchWordLength)
      codes[length++] = code < 0x80 && kind !== characterClass.upper ? code : lowerCase(code, kind);
    previous = kind;
    if (partEnds.length >= limits.searchCompoundParts - 1) break;
  }
  const signs = length - partStart <= 2 && length > partStart ? signsAt(text, at) : 0;
  for (let sign = 0; sign < signs; sign++) codes[length++] = text.charCodeAt(at + sign);
  closePart(partEnds, partStart, length);
  return Math.max(at + signs, start + 1);
}

/** Notes the end of a part that has letters, and answers where the next begins. */
function closePart(partEnds: number[], partStart: number, length: number): number {
  if (length > partStart) partEnds.push(length);
  return length;
}

/** A mark between two letters or digits joins them: `node.js`, `follow-up`, `snake_case`, `samber/do`, `don't`. */
function isJoint(text: string, at: number, end: number): boolean {
  if (at + 1 >= end || !isJointMark(text.charCodeAt(at))) return false;
  const next = classOf(text.charCodeAt(at + 1));
  return next !== characterClass.other && next !== characterClass.ideograph;
}

/** One of `' - . / _`. */
function isJointMark(code: number): boolean {
  return code === 39 || (code >= 45 && code <= 47) || code === 95;
}

/** Where camelCase begins a word: `git|Hub`, `HTTP|Server`. */
function isHump(text: string, at: number, previous: number): boolean {
  if (previous === characterClass.lower) return true;
  return (
    previous === characterClass.upper &&
    classOf(text.charCodeAt(at - 2)) === characterClass.upper &&
    classOf(text.charCodeAt(at + 1)) === characterClass.lower
  );
}

function lowerCase(code: number, kind: number): number {
  if (kind === characterClass.upper) return code + 32;
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

/** How many signs belong to a short name: those of `c++`, `c#` and `f#`. */
function signsAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== 35 && code !== 43) return 0;
  const signs = code === 35 ? "#" : "++";
  if (!text.startsWith(signs, at)) return 0;
  return classOf(text.charCodeAt(at + signs.length)) === characterClass.other ? signs.length : 0;
}

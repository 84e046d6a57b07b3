import { limits } from "../limits.ts";
import type { Span } from "../text/span.ts";
import { characterClass, classOf } from "./character-class.ts";

/** Letters of one compound without its separators, and where its parts end. */
export type Compound = {
  readonly codes: Uint16Array;
  length: number;
  partStart: number;
  readonly partEnds: number[];
  /** Index of the first part after each separator: between two of them, parts come from camelCase. */
  readonly wordStarts: number[];
};

export function createCompound(): Compound {
  return {
    codes: new Uint16Array(limits.searchWordLength * limits.searchCompoundParts),
    length: 0,
    partStart: 0,
    partEnds: [],
    wordStarts: [],
  };
}

/** Reads the compound that begins at the start of a span and answers where it ends. */
export function readCompound(text: string, { start, end }: Span, compound: Compound): number {
  compound.length = 0;
  compound.partStart = 0;
  compound.partEnds.length = 0;
  compound.wordStarts.length = 0;
  compound.wordStarts.push(0);
  let previous: number = characterClass.other;
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if (kind === characterClass.other || kind === characterClass.ideograph) {
      if (!isJoint(text, at, end) || compound.partEnds.length >= limits.searchCompoundParts - 1) break;
      closePart(compound);
      compound.wordStarts.push(compound.partEnds.length);
    } else {
      if (kind === characterClass.upper && isHump(text, at, previous)) closePart(compound);
      pushLetter(compound, code, kind);
    }
    previous = kind;
  }
  at += pushSigns(text, at, compound);
  closePart(compound);
  return at;
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

function pushLetter(compound: Compound, code: number, kind: number): void {
  if (compound.length - compound.partStart >= limits.searchWordLength) return;
  compound.codes[compound.length++] =
    code < 0x80 && kind !== characterClass.upper ? code : lowerCase(code, kind);
}

function lowerCase(code: number, kind: number): number {
  if (kind === characterClass.upper) return code + 32;
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

/** The signs of `c++`, `c#` and `f#` belong to the name. */
function pushSigns(text: string, at: number, compound: Compound): number {
  const letters = compound.length - compound.partStart;
  const code = text.charCodeAt(at);
  if (letters > 2 || letters === 0 || (code !== 35 && code !== 43)) return 0;
  const signs = code === 35 ? "#" : "++";
  if (!text.startsWith(signs, at)) return 0;
  if (classOf(text.charCodeAt(at + signs.length)) !== characterClass.other) return 0;
  for (const sign of signs) pushLetter(compound, sign.charCodeAt(0), characterClass.other);
  return signs.length;
}

function closePart(compound: Compound): void {
  if (compound.length === compound.partStart) return;
  compound.partEnds.push(compound.length);
  compound.partStart = compound.length;
}

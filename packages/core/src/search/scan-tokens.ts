import { addLetter, emptyHash, finishHash, hashWord } from "./hash-word.ts";
import { type Compound, characterClass, classOf, createCompound, readCompound } from "./read-compound.ts";
import { hashStem } from "./stem.ts";

/** `joined` is a compound written as one word: `git-hub`, `GitHub` and `github` all contain `github`. */
export const tokenKind = { word: 0, number: 1, joined: 2 } as const;

/** The terms of a text in order; only the first `count` are valid. */
type Tokens = { terms: Int32Array; kinds: Uint8Array; count: number };
/** Reads the tokens between two offsets of a text; the next call overwrites the result. */
export type ScanTokens = (text: string, start: number, end: number) => Tokens;

/**
 * Creates a scanner for folded texts (`pad-text.ts`): words stemmed and hashed, compounds whole and in parts,
 * ideographs in pairs, without stop words. Allocates no strings and visits every letter about once.
 */
export function createTokenScanner(): ScanTokens {
  const tokens: Tokens = { terms: new Int32Array(0), kinds: new Uint8Array(0), count: 0 };
  const compound = createCompound();
  const scanner = { tokens, compound };
  return (text, start, end) => {
    makeRoom(tokens, end - start);
    for (let at = start; at < end; ) {
      const kind = classOf(text.charCodeAt(at));
      if (kind <= characterClass.joint) at++;
      else if (kind === characterClass.ideograph) at = addIdeographs(tokens, text, at);
      else {
        const next = readCompound(text, at, compound);
        addCompound(scanner);
        if (next - at === 2 && isLanguageGo(text, at)) addToken(tokens, golang, tokenKind.joined);
        at = next;
      }
    }
    return tokens;
  };
}

type Scanner = { readonly tokens: Tokens; readonly compound: Compound };

/** A text has at most two tokens per character: `aB` has three. */
function makeRoom(tokens: Tokens, length: number): void {
  tokens.count = 0;
  if (tokens.terms.length >= length * 2) return;
  tokens.terms = new Int32Array(length * 4);
  tokens.kinds = new Uint8Array(length * 4);
}

function addToken(tokens: Tokens, term: number, kind: number): void {
  tokens.terms[tokens.count] = term;
  tokens.kinds[tokens.count++] = kind;
}

const golang = hashWord("golang");

/** The one language whose name is a verb: `Go` in a sentence and ```` ```go ```` mean Golang; `Go to …` does not. */
function isLanguageGo(text: string, at: number): boolean {
  if (text.charCodeAt(at + 1) !== lowerO) return false;
  if (text.charCodeAt(at) === lowerG) return text.startsWith("```", at - 3);
  return text.charCodeAt(at) === upperG && !goesSomewhere.test(text.slice(at + 2, at + 12));
}

const [lowerO, lowerG, upperG] = [111, 103, 71];
const goesSomewhere = /^[ ,]*(to|through|ahead|back|on|over|into|for|with|and|live|deep|beyond|home|get)\b/i;

function addIdeographs(tokens: Tokens, text: string, start: number): number {
  let at = start;
  let previous = addLetter(emptyHash, text.charCodeAt(at));
  for (at++; classOf(text.charCodeAt(at)) === characterClass.ideograph; at++) {
    const unit = text.charCodeAt(at);
    addToken(tokens, finishHash(addLetter(previous, unit)), tokenKind.word);
    previous = addLetter(emptyHash, unit);
  }
  if (at - start === 1) addToken(tokens, finishHash(previous), tokenKind.word);
  return at;
}

function addCompound(scanner: Scanner): void {
  const { partCount, wordStarts, wordCount } = scanner.compound;
  for (let part = 0; part < partCount; part++) addWord(scanner, part, part);
  if (partCount === 1) return;
  for (let word = 0; wordCount > 1 && word < wordCount; word++) {
    const first = wordStarts[word] ?? 0;
    const last = (word + 1 < wordCount ? (wordStarts[word + 1] ?? 0) : partCount) - 1;
    if (last > first) addWord(scanner, first, last);
  }
  if (partCount <= 4) addWord(scanner, 0, partCount - 1);
}

/** Adds a word made of one part or of several joined parts. */
function addWord({ tokens, compound }: Scanner, first: number, last: number): void {
  const { letters, hashes, partEnds } = compound;
  const start = first === 0 ? 0 : (partEnds[first - 1] ?? 0);
  const end = partEnds[last] ?? 0;
  if (first < last) hashJoined(compound, start, end);
  const term = finishHash(hashes[end - 1] ?? 0);
  if (end - start <= longestStopWord && isStopWord(term)) return;
  if (isNumber(letters, start, end)) addToken(tokens, term, tokenKind.number);
  else {
    const kind = first < last ? tokenKind.joined : tokenKind.word;
    addToken(tokens, finishHash(hashStem(compound, start, end)), kind);
  }
}

/** Overwrites the hashes of the parts, which are already added, with those of the joined word. */
function hashJoined({ letters, hashes }: Compound, start: number, end: number): void {
  let hash = emptyHash;
  for (let at = start; at < end; at++) {
    hash = addLetter(hash, letters[at] ?? 0);
    hashes[at] = hash;
  }
}

function isNumber(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const letter = letters[at] ?? 0;
    if (letter < 48 || letter > 57) return false;
  }
  return true;
}

/** Words that say nothing about a task. Request words ("help", "need") stay: removing them cost a point of Hit@1. */
const words = `a an and are as at be been but by for from had has have he her his i if in into is it its me my no nor not of
on or our she so than that the their them then there these they this those to too us was we were what when where which
while who whom why will with would you your yours am do does did doing done can could should shall may might must about
after again all also any because before being below between both down during each few further here how just more most off
once only other out over own same some such through under until up very im ive id ll re ve don isn doesn didn won wasn
aren s t d m`;

const list = words.split(/\s+/);

const longestStopWord: number = Math.max(...list.map((word) => word.length));

/** A hash table with open addressing: most words are looked up, and a `Set` is slower. */
const places = new Int32Array(1024);
const lowerBits = places.length - 1;
for (const word of list) places[placeOf(hashWord(word))] = hashWord(word);

function isStopWord(term: number): boolean {
  return places[placeOf(term)] === term;
}

function placeOf(term: number): number {
  let place = term & lowerBits;
  while (places[place] !== 0 && places[place] !== term) place = (place + 1) & lowerBits;
  return place;
}

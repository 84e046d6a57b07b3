import type { Span } from "../text/span.ts";
import { characterClass, classOf } from "./character-class.ts";
import { hashLetters, hashWord } from "./hash-word.ts";
import { type Compound, createCompound, readCompound } from "./read-compound.ts";
import { stem } from "./stem.ts";
import { longestStopWord, stopWords } from "./stop-words.ts";

/** `joined` is a compound written as one: `git-hub`, `GitHub` and `github` all hold `github`. */
export const tokenKind = { word: 0, number: 1, joined: 2 } as const;
export type VisitToken = (term: number, kind: number) => void;
export type ScanTokens = (text: string, start: number, end: number) => void;

/**
 * Makes a scanner that calls `visit` for every term of a folded text: words stemmed and hashed, compounds whole and in
 * parts, ideographs in pairs. Stop words are left out. No string is made, so a 10 KB skill takes about 0.1 ms.
 */
export function createTokenScanner(visit: VisitToken): ScanTokens {
  const compound = createCompound();
  const scratch = new Uint16Array(compound.codes.length);
  return (text, start, end) => {
    let at = start;
    while (at < end) {
      const kind = classOf(text.charCodeAt(at));
      if (kind === characterClass.other) at++;
      else if (kind === characterClass.ideograph) at = visitIdeographs(text, { start: at, end }, visit);
      else {
        const next = readCompound(text, { start: at, end }, compound);
        visitCompound(compound, scratch, visit);
        if (next - at === 2 && isLanguageGo(text, at)) visit(golang, tokenKind.joined);
        at = next;
      }
    }
  };
}

const golang = hashWord("golang");

/** The one language whose name is a verb: `Go` inside a sentence, or ```` ```go ````, means Golang; `Go to …` does not. */
function isLanguageGo(text: string, at: number): boolean {
  if (text.charCodeAt(at + 1) !== lowerO) return false;
  if (text.charCodeAt(at) === lowerG) return text.startsWith("```", at - 3);
  return text.charCodeAt(at) === upperG && !goesSomewhere.test(text.slice(at + 2, at + 12));
}

const [lowerO, lowerG, upperG] = [111, 103, 71];
const goesSomewhere = /^[ ,]*(to|through|ahead|back|on|over|into|for|with|and|live|deep|beyond|home|get)\b/i;

function visitIdeographs(text: string, { start, end }: Span, visit: VisitToken): number {
  let stop = start + 1;
  while (stop < end && classOf(text.charCodeAt(stop)) === characterClass.ideograph) stop++;
  if (stop - start === 1) visit(hashWord(text.charAt(start)), tokenKind.word);
  for (let at = start; at + 1 < stop; at++) visit(hashWord(text.slice(at, at + 2)), tokenKind.word);
  return stop;
}

function visitCompound(
  { codes, partEnds, wordStarts }: Compound,
  scratch: Uint16Array,
  visit: VisitToken,
): void {
  let start = 0;
  for (const end of partEnds) {
    visitWord({ codes, start, end, kind: tokenKind.word }, scratch, visit);
    start = end;
  }
  if (partEnds.length === 1) return;
  const kind = tokenKind.joined;
  for (let word = 0; wordStarts.length > 1 && word < wordStarts.length; word++) {
    const first = wordStarts[word] ?? 0;
    const next = wordStarts[word + 1] ?? partEnds.length;
    if (next - first < 2) continue;
    visitWord({ codes, start: partEnds[first - 1] ?? 0, end: partEnds[next - 1] ?? 0, kind }, scratch, visit);
  }
  if (partEnds.length <= 4) visitWord({ codes, start: 0, end: partEnds.at(-1) ?? 0, kind }, scratch, visit);
}

type Word = Span & { readonly codes: Uint16Array; readonly kind: number };

function visitWord({ codes, start, end, kind }: Word, scratch: Uint16Array, visit: VisitToken): void {
  if (end - start <= longestStopWord && stopWords.has(hashLetters(codes, start, end))) return;
  if (isNumber(codes, start, end)) {
    visit(hashLetters(codes, start, end), tokenKind.number);
    return;
  }
  // Stemmed in a copy: a joined form reads the same letters again.
  for (let at = start; at < end; at++) scratch[at - start] = codes[at] ?? 0;
  visit(hashLetters(scratch, 0, stem(scratch, 0, end - start)), kind);
}

function isNumber(codes: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = codes[at] ?? 0;
    if (code < 48 || code > 57) return false;
  }
  return true;
}

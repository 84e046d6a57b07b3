import type { Evidence, Statement } from "../evidence.ts";
import { addBits, type Bits, type Entry, isKnown, lookUp, type Part } from "./lexicon.ts";
import { type Bounds, nextWord } from "./split-words.ts";
import { mayTeachAttacks } from "./topic.ts";

/** A statement as words, and where concepts occur. Most statements have too few concepts for any sign, so words are read on first use. */
export type Reading = {
  readonly statement: Statement;
  /** Which concepts occur; the words of one may still turn out to stand in two clauses. */
  readonly present: Bits;
  readonly words: readonly Word[];
  /** Occurrences by the number of the concept, rising. */
  readonly places: ReadonlyMap<number, readonly Found[]>;
  /** The skill says that it is about attacks, so that titles such as "Attack examples" are above samples. */
  readonly teachesAttacks: boolean;
};

type Word = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Rises at colons, semicolons, dashes, brackets and the ends of sentences. */
  readonly clause: number;
};

/** Where something begins and ends, as indexes of words; `verb` is the word that a negation would govern. */
export type Found = { readonly first: number; readonly last: number; readonly verb?: number };

const known = new WeakMap<Evidence, readonly Reading[]>();

/** The statements of a skill, in order; several rules read them. Quoted ones are no orders, but telling them takes longer than to look at their words. */
export function readingsOf(evidence: Evidence): readonly Reading[] {
  const readings = known.get(evidence) ?? readAll(evidence);
  known.set(evidence, readings);
  return readings;
}

function readAll({ statements, texts }: Evidence): readonly Reading[] {
  const teachesAttacks = mayTeachAttacks(texts[0]?.text ?? "");
  const look = createLook();
  return statements.map((statement) => createReading(statement, { teachesAttacks, look }));
}

/** Numbers of texts, to mark terms with. */
let looks = 0;

/** Which concepts a text has, without keeping its words. */
function createLook(): (plain: string) => Bits {
  const texts: string[] = [];
  const entries: Entry[] = [];
  return (plain) => {
    const present: Bits = [];
    let count = 0;
    let isHinted = false;
    looks++;
    eachWord(plain, (entry, text) => {
      addBits(present, entry.mask);
      texts[count] = text;
      entries[count] = entry;
      count++;
      for (const term of entry.hints) term.seenIn = looks;
      isHinted ||= entry.hints.length > 0;
    });
    if (!isHinted) return present;
    const textAt = (at: number): string => (at < count ? (texts[at] ?? "") : "");
    for (let first = 0; first < count; first++)
      for (const term of entries[first]?.terms ?? [])
        if (term.seenIn === looks && endOfTerm(textAt, first, term.rest) !== undefined)
          addBits(present, term.mask);
    return present;
  };
}

type Context = { readonly teachesAttacks: boolean; readonly look: (plain: string) => Bits };

function createReading(statement: Statement, { teachesAttacks, look }: Context): Reading {
  const plain = statement.plain.toLowerCase();
  const present = look(plain);
  let read: Pick<Reading, "words" | "places"> | undefined;
  return {
    statement,
    teachesAttacks,
    present,
    get words() {
      read ??= readWords(plain);
      return read.words;
    },
    get places() {
      read ??= readWords(plain);
      return read.places;
    },
  };
}

function readWords(plain: string): Pick<Reading, "words" | "places"> {
  const words: Word[] = [];
  const entries: Entry[] = [];
  let clause = 0;
  let end = 0;
  eachWord(plain, (entry, text, start) => {
    if (words.length > 0 && breaks.test(plain.slice(end, start))) clause++;
    end = start + text.length;
    words.push({ text, start, end, clause });
    entries.push(entry);
  });
  const places = new Map<number, Found[]>();
  const textAt = (at: number): string => words[at]?.text ?? "";
  const add = (concept: number, found: Found): void => {
    const list = places.get(concept);
    if (list === undefined) places.set(concept, [found]);
    else if (list.at(-1)?.first !== found.first) list.push(found);
  };
  for (const [first, { concepts, terms }] of entries.entries()) {
    for (const concept of concepts) add(concept, { first, last: first });
    for (const { concept, rest } of terms) {
      const last = endOfTerm(textAt, first, rest);
      if (last === undefined || words[last.end]?.clause !== words[first]?.clause) continue;
      add(concept, { first, last: last.isSplit ? first : last.end });
    }
  }
  return { words, places };
}

/** Where a term ends whose first word stands at a place, and whether other words stand inside it. */
function endOfTerm(
  textAt: (at: number) => string,
  first: number,
  rest: readonly Part[],
): { readonly end: number; readonly isSplit: boolean } | undefined {
  let at = first;
  let skips = 0;
  let isSplit = false;
  for (const part of rest) {
    if (typeof part === "number") {
      skips = part;
      isSplit ||= part > longestGap;
      continue;
    }
    let next = at + 1;
    while (next <= at + 1 + skips && !part.has(textAt(next))) next++;
    if (next > at + 1 + skips) return undefined;
    at = next;
    skips = 0;
  }
  return { end: at, isSplit };
}

/** The words in a longer gap, as in "take … out", are not part of the term. */
const longestGap = 2;

/** Words in order; the parts of a compound that is no word itself one by one. */
function eachWord(plain: string, visit: (entry: Entry, word: string, start: number) => void): void {
  const bounds: Bounds = { start: 0, end: 0 };
  const position = { next: 0 };
  while (nextWord(plain, position, bounds)) {
    const text = plain.slice(bounds.start, bounds.end);
    const isCompound = text.includes("-") && !text.startsWith("-") && !/[./]/.test(text) && !isKnown(text);
    if (!isCompound) visit(lookUp(text), text, bounds.start);
    else {
      let at = bounds.start;
      for (const part of text.split("-")) {
        if (part !== "") visit(lookUp(part), part, at);
        at += part.length + 1;
      }
    }
  }
}

const breaks = /[.;:!?()—–|→\n]|\s-\s/;

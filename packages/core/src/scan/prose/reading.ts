import type { Evidence, Statement } from "../evidence.ts";
import { type Bounds, nextWord } from "./split-words.ts";
import { addBits, type Bits, type Kind, literalOf, type Mask, maskOf, type WordSymbol } from "./symbols.ts";
import { mayTeachAttacks } from "./topic.ts";
import { agentFile, type Group, groups, secretFile, secretVariable, skillFile } from "./vocabulary.ts";

/** A statement as words, and where each group of words occurs. Most statements have too few groups for any phrase, so words are read on first use. */
export type Reading = {
  readonly statement: Statement;
  /** Which symbols occur. */
  readonly present: Bits;
  readonly words: readonly Word[];
  /** Indexes of words by symbol, rising. */
  readonly places: ReadonlyMap<WordSymbol, readonly number[]>;
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

const known = new WeakMap<Evidence, readonly Reading[]>();

/** The statements of a skill, in order; several rules read them. Quoted ones are no orders, but telling them takes longer than to look at their words. */
export function readingsOf(evidence: Evidence): readonly Reading[] {
  const readings = known.get(evidence) ?? readAll(evidence);
  known.set(evidence, readings);
  return readings;
}

function readAll({ statements, texts }: Evidence): readonly Reading[] {
  const look = createLookup();
  const teachesAttacks = mayTeachAttacks(texts[0]?.text ?? "");
  return statements.map((statement) => createReading(statement, look, teachesAttacks));
}

type Entry = { readonly symbols: readonly WordSymbol[]; readonly mask: Mask };
type Lookup = (word: string) => Entry;

function createReading(statement: Statement, look: Lookup, teachesAttacks: boolean): Reading {
  const plain = statement.plain.toLowerCase();
  const present: Bits = [];
  eachWord(plain, look, (word) => {
    addBits(present, look(word).mask);
  });
  let read: Pick<Reading, "words" | "places"> | undefined;
  return {
    statement,
    teachesAttacks,
    present,
    get words() {
      read ??= readWords(plain, look);
      return read.words;
    },
    get places() {
      read ??= readWords(plain, look);
      return read.places;
    },
  };
}

function readWords(plain: string, look: Lookup): Pick<Reading, "words" | "places"> {
  const words: Word[] = [];
  const places = new Map<WordSymbol, number[]>();
  let clause = 0;
  let end = 0;
  eachWord(plain, look, (text, start) => {
    if (words.length > 0 && breaks.test(plain.slice(end, start))) clause++;
    end = start + text.length;
    const index = words.push({ text, start, end, clause }) - 1;
    for (const symbol of look(text).symbols) {
      const list = places.get(symbol);
      if (list) list.push(index);
      else places.set(symbol, [index]);
    }
  });
  return { words, places };
}

/** Words in order; the parts of a compound that is no word itself one by one. */
function eachWord(plain: string, look: Lookup, visit: (word: string, start: number) => void): void {
  const bounds: Bounds = { start: 0, end: 0 };
  const position = { next: 0 };
  while (nextWord(plain, position, bounds)) {
    const text = plain.slice(bounds.start, bounds.end);
    const isCompound =
      text.includes("-") && !text.startsWith("-") && !/[./]/.test(text) && !isKnown(look(text));
    if (!isCompound) visit(text, bounds.start);
    else {
      let at = bounds.start;
      for (const part of text.split("-")) {
        if (part !== "") visit(part, at);
        at += part.length + 1;
      }
    }
  }
}

/** Whether a word is more than one that a phrase names itself. */
function isKnown({ symbols }: Entry): boolean {
  return symbols.some((symbol) => !symbol.startsWith("="));
}

const breaks = /[.;:!?()—–|→\n]|\s-\s/;

/** Words that all skills have in common are looked up once; longer ones would keep the text alive in which they stand. */
const shared = new Map<string, Entry>();
const longestShared = 12;
const mostShared = 20_000;

function createLookup(): Lookup {
  const own = new Map<string, Entry>();
  return (word) => {
    const words = word.length <= longestShared ? shared : own;
    const found = words.get(word);
    if (found !== undefined) return found;
    const symbols = lookUp(word);
    const entry = symbols.length === 0 ? unknownWord : { symbols, mask: maskOf(symbols) };
    if (words.size >= mostShared) words.clear();
    words.set(word, entry);
    return entry;
  };
}

const unknownWord: Entry = { symbols: [], mask: [] };

const byWord: ReadonlyMap<string, readonly Group[]> = invert();

function invert(): ReadonlyMap<string, readonly Group[]> {
  const inverted = new Map<string, Group[]>();
  for (const [group, words] of Object.entries(groups) as [Group, string][])
    for (const word of words.split(" ")) {
      const list = inverted.get(word) ?? [];
      if (!list.includes(group)) inverted.set(word, [...list, group]);
    }
  return inverted;
}

const irregular: Readonly<Record<string, string>> = {
  sent: "send",
  told: "tell",
  hidden: "hide",
  hid: "hide",
  ran: "run",
  kept: "keep",
  written: "write",
  wrote: "write",
  said: "say",
  taken: "take",
  shown: "show",
  given: "give",
  gave: "give",
  got: "get",
  forgot: "forget",
  forgotten: "forget",
  left: "leave",
  chosen: "choose",
  overrode: "override",
  overridden: "override",
  known: "know",
  policies: "policy",
};

function lookUp(word: string): readonly WordSymbol[] {
  const literal = literalOf(word);
  const found = lookUpGroups(word);
  return literal === undefined ? found : [...found, literal];
}

function lookUpGroups(word: string): readonly (Group | Kind)[] {
  const kinds = kindsOf(word);
  const found = groupsOf(word);
  if (found.length > 0 || kinds.length > 0) return [...found, ...kinds];
  // Digits and signs that stand for letters.
  if (!/[013457@$]/.test(word) || !/^[a-z013457@$]{4,20}$/.test(word) || !/[a-z]{2}/.test(word)) return [];
  return groupsOf(word.replace(/[013457@$]/g, (sign) => digits[sign] ?? sign));
}

function groupsOf(word: string): readonly Group[] {
  const forms = new Set<string>([word, irregular[word] ?? word, word.replace(/'s?$/, "")]);
  const endings: readonly (readonly [RegExp, readonly string[]])[] = [
    [/ies$/, ["y"]],
    [/ied$/, ["y"]],
    [/es$/, ["", "e"]],
    [/s$/, [""]],
    [/(.)\1(?:ing|ed)$/, ["$1", "$1$1"]],
    [/ing$/, ["", "e"]],
    [/ed$/, ["", "e"]],
  ];
  for (const [ending, bases] of endings)
    if (word.length > 4 && ending.test(word)) for (const base of bases) forms.add(word.replace(ending, base));
  return [...new Set([...forms].flatMap((form) => byWord.get(form) ?? []))];
}

function kindsOf(word: string): readonly Kind[] {
  const kinds: Kind[] = [];
  if (/^https?:\/\//.test(word) || /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/|$)/.test(word)) return ["url"];
  if (/^--?[a-z]/.test(word)) return ["flag"];
  if (secretFile.test(word)) kinds.push("secretFile");
  if (word.includes("_") && secretVariable.test(word)) kinds.push("secretVariable");
  if (agentFile.test(word)) kinds.push("agentFile");
  if (skillFile.test(word)) kinds.push("skillFile");
  return kinds;
}

const digits: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
};

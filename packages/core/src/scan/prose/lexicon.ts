import { classifyHost, type HostKind } from "../hosts.ts";
import { formsOf } from "./inflect.ts";
import {
  agentFile,
  envFile,
  type Group,
  groups,
  looseSetting,
  secretFile,
  secretVariable,
  skillFile,
} from "./vocabulary.ts";

/** What a word is by its form; a stranger is an address that is no well-known service. */
type Kind =
  | "url"
  | "secretFile"
  | "secretVariable"
  | "agentFile"
  | "skillFile"
  | "flag"
  | "stranger"
  | "looseSetting"
  | "envFile";
/** A concept of the vocabulary, a kind, or a word that a sign names itself, such as `=mode`. */
export type WordSymbol = Group | Kind | `=${string}`;

/** Concepts as bits, to tell quickly which signs a statement cannot have. */
export type Bits = number[];

/** What is known of a word: its concepts, the concepts of several words that begin with it, and those whose rarest word it is. */
export type Entry = {
  readonly concepts: readonly number[];
  readonly terms: readonly Term[];
  readonly hints: readonly Term[];
  /** The bits of `concepts`: pairs of an index and what is set there. */
  readonly mask: readonly number[];
};

/** A concept of several words, from its second word on. */
type Term = {
  readonly concept: number;
  readonly rest: readonly Part[];
  readonly mask: readonly number[];
  /** The last text in which its rarest word was seen, so that a look at a text tries few terms. */
  seenIn: number;
};
/** Words of which one must stand here, or how many words may be skipped. */
export type Part = ReadonlySet<string> | number;

const numbers = new Map<string, number>();

/** The number of a concept; a word after `=` becomes one by being asked for. */
export function numberOf(symbol: string): number {
  const known = numbers.get(symbol);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(symbol, number);
  if (symbol.startsWith("=")) addTerm(symbol.slice(1), number, { isExact: true });
  return number;
}

/** A concept, a kind, or a word after `=`. */
export function isConcept(symbol: string): symbol is WordSymbol {
  return symbol.startsWith("=") || numbers.has(symbol);
}

for (const symbol of [
  ...Object.keys(groups),
  "url",
  "secretFile",
  "secretVariable",
  "agentFile",
  "skillFile",
  "flag",
  "stranger",
  "looseSetting",
  "envFile",
])
  numberOf(symbol);

type Draft = { concepts: Set<number>; hints: Term[]; terms: Term[]; entry?: Entry };
const drafts = new Map<string, Draft>();

function draftOf(word: string): Draft {
  const known = drafts.get(word) ?? { concepts: new Set(), hints: [], terms: [] };
  drafts.set(word, known);
  delete known.entry;
  return known;
}

/** Underscores separate the words of a term, slashes what may stand in one place; `?` is a gap of two words, `*` one of four. */
function addTerm(term: string, concept: number, { isExact = false } = {}): void {
  const [first = [], ...rest] = term.split("_").map((part) => part.split("/"));
  const firsts = first.flatMap((word) => (isExact ? [word] : formsOf(word)));
  if (rest.length === 0) {
    addFrequency(concept, first);
    for (const word of firsts) draftOf(word).concepts.add(concept);
    return;
  }
  const parts = rest.map((words): Part => gaps[words[0] ?? ""] ?? new Set(words));
  const made: Term = { concept, rest: parts, mask: maskOf([concept]), seenIn: 0 };
  for (const word of firsts) draftOf(word).terms.push(made);
  const choices = [firsts, ...rest.filter((words) => gaps[words[0] ?? ""] === undefined)];
  const [rarest = firsts] = [...choices].sort((a, b) => commonness(a) - commonness(b));
  addFrequency(concept, rarest === firsts ? first : rarest);
  for (const word of rarest) draftOf(word).hints.push(made);
}

const frequencies = new Map<number, number>();

function addFrequency(concept: number, words: readonly string[]): void {
  const sum = words.reduce((all, word) => all + (everywhere.has(word) ? 40 : 1), 0);
  frequencies.set(concept, (frequencies.get(concept) ?? 0) + sum);
}

const gaps: Readonly<Record<string, number>> = { "?": 2, "*": 5 };

const common = new Set(
  "a about above after all and any are as at back be before by can do for from go have how if in into is it its keep leave let made make may need no not of off on one only or other our out over own part put set should so take than that the them then there these they this those time to up us use way we what when where which will with you your".split(
    " ",
  ),
);

function commonness(words: readonly string[]): number {
  return (
    words.filter((word) => common.has(word)).length * 10 - Math.min(...words.map(({ length }) => length)) / 10
  );
}

let pending: (() => void)[] | undefined = [];

/** Signs are read together with the vocabulary before the first text is, since the words that they name must be known by then. */
export function beforeFirstText(readSigns: () => void): void {
  if (pending === undefined) readSigns();
  else pending.push(readSigns);
}

function build(readers: readonly (() => void)[]): void {
  pending = undefined;
  for (const [group, words] of Object.entries(groups))
    for (const word of words.split(/\s+/)) addTerm(word, numberOf(group));
  for (const readSigns of readers) readSigns();
}

const unknown: Entry = { concepts: [], terms: [], hints: [], mask: [] };

/** What was looked up; longer words would keep the text alive in which they stand. */
const known = new Map<string, Entry>();
const longestKnown = 12;
const mostKnown = 40_000;

/** What a word in small letters means. */
export function lookUp(word: string): Entry {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (pending !== undefined) build(pending);
  const draft = drafts.get(word);
  if (draft !== undefined) {
    draft.entry ??= finish(draft, word);
    return draft.entry;
  }
  const entry = plainWord.test(word) && word.length < longestPlain ? unknown : lookUpName(word);
  if (word.length <= longestKnown) {
    if (known.size >= mostKnown) known.clear();
    known.set(word, entry);
  }
  return entry;
}

const plainWord = /^[a-z]+$/;
/** Longer words are the names of settings, such as `bypassPermissions`. */
const longestPlain = 10;

function finish({ concepts, hints, terms }: Draft, word: string): Entry {
  const owner = /'s?$/.test(word) ? drafts.get(word.replace(/'s?$/, ""))?.concepts : undefined;
  const all = [
    ...concepts,
    ...(owner ?? []),
    ...(plainWord.test(word) && word.length < longestPlain ? [] : kindsOf(word)),
  ];
  return { concepts: all, terms, hints, mask: maskOf(all) };
}

/** A possessive, digits and signs that stand for letters, or what a word is by its form. */
function lookUpName(word: string): Entry {
  if (/'s?$/.test(word)) {
    const owner = drafts.get(word.replace(/'s?$/, ""));
    if (owner !== undefined) return finish({ ...owner, terms: [], hints: [] }, word);
  }
  const kinds = kindsOf(word);
  if (kinds.length > 0) return { concepts: kinds, terms: [], hints: [], mask: maskOf(kinds) };
  if (!/[013457@$]/.test(word) || !/^[a-z013457@$]{4,20}$/.test(word) || !/[a-z]{2}/.test(word))
    return unknown;
  const letters = word.replace(/[013457@$]/g, (sign) => digits[sign] ?? sign);
  const draft = drafts.get(letters);
  return draft === undefined ? unknown : finish(draft, letters);
}

function kindsOf(word: string): readonly number[] {
  const kinds: Kind[] = [];
  if (/^https?:\/\//.test(word) || /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/|$)/.test(word)) {
    kinds.push("url");
    if (isStranger(word)) kinds.push("stranger");
  } else if (address.test(word)) kinds.push("stranger");
  else if (/^--?[a-z]/.test(word)) kinds.push("flag");
  else {
    if (looseSetting.test(word)) kinds.push("looseSetting");
    if (plainWord.test(word)) return kinds.map(numberOf);
    if (envFile.test(word)) kinds.push("envFile");
    if (secretFile.test(word)) kinds.push("secretFile");
    if (word.includes("_") && secretVariable.test(word)) kinds.push("secretVariable");
    if (agentFile.test(word)) kinds.push("agentFile");
    if (skillFile.test(word)) kinds.push("skillFile");
  }
  return kinds.map(numberOf);
}

function isStranger(url: string): boolean {
  return !trusted.has(classifyHost(url));
}

const trusted: ReadonlySet<HostKind> = new Set<HostKind>([
  "loopback",
  "private",
  "known-installer",
  "well-known",
  "code-host",
]);

/** A mail address, a bucket, or a host without a scheme. */
const address =
  /^[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}$|^s3:\/\/\w|^(?:[a-z\d-]{1,40}\.){1,4}(?:app|cc|co|com|dev|info|io|net|org|ru|site|tools|top|xyz|cloud|ai|me|link|live|online)(?:\/.{0,200})?$/;

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

/** Whether a word means something as it is, so that it is not taken apart at its hyphens. */
export function isKnown(word: string): boolean {
  if (pending !== undefined) build(pending);
  return drafts.has(word);
}

export function maskOf(concepts: Iterable<number>): readonly number[] {
  const masks = new Map<number, number>();
  for (const number of concepts) masks.set(number >> 5, (masks.get(number >> 5) ?? 0) | (1 << (number & 31)));
  return [...masks].flat();
}

export function addBits(bits: Bits, mask: readonly number[]): void {
  for (let at = 0; at < mask.length; at += 2) {
    const index = mask[at] ?? 0;
    while (bits.length <= index) bits.push(0);
    bits[index] = (bits[index] ?? 0) | (mask[at + 1] ?? 0);
  }
}

/** Whether a statement has one of the concepts. */
export function overlap(bits: Bits, mask: readonly number[]): boolean {
  for (let at = 0; at < mask.length; at += 2)
    if (((bits[mask[at] ?? 0] ?? 0) & (mask[at + 1] ?? 0)) !== 0) return true;
  return false;
}

/** How often a concept may occur in texts, roughly: by the number of words that hint at it, and of such that stand everywhere. */
export function frequencyOf(symbol: string): number {
  return frequencies.get(numberOf(symbol)) ?? 0;
}

const everywhere: ReadonlySet<string> = new Set([
  ...common,
  ..."user users file files skill tool run call add write read agent command code not never always data use check step steps task it this request requests output message call calls command commands process run runs change changes edit summary report response answer log results user's you your agent model if when name set part section list review server page system project version data code".split(
    " ",
  ),
]);

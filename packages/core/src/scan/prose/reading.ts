import type { Evidence, Statement } from "../evidence.ts";
import { agentFile, type Group, groups, secretFile, secretVariable, skillFile } from "./vocabulary.ts";

/** A statement as words, and where each group of words occurs. */
export type Reading = {
  readonly statement: Statement;
  readonly words: readonly Word[];
  /** Indexes of words by group, rising. */
  readonly places: ReadonlyMap<Group | Kind, readonly number[]>;
};

type Word = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Rises at colons, semicolons, dashes, brackets and the ends of sentences. */
  readonly clause: number;
};

/** What a word is by its form. */
export type Kind = "url" | "secretFile" | "secretVariable" | "agentFile" | "skillFile" | "flag";

const known = new WeakMap<Evidence, readonly Reading[]>();

/** The statements of a skill that are not quoted, in order; several rules read them. */
export function readingsOf(evidence: Evidence): readonly Reading[] {
  const readings = known.get(evidence) ?? readAll(evidence.statements);
  known.set(evidence, readings);
  return readings;
}

function readAll(statements: readonly Statement[]): readonly Reading[] {
  const looked = new Map<string, readonly (Group | Kind)[]>();
  const look = (word: string): readonly (Group | Kind)[] => {
    const found = looked.get(word) ?? lookUp(word);
    looked.set(word, found);
    return found;
  };
  return statements.filter(({ isQuoted }) => !isQuoted).map((statement) => read(statement, look));
}

const wordPattern =
  /https?:\/\/[^\s"'<>)]{1,500}|[\p{L}\p{N}~.$_@%{<-][\p{L}\p{N}_.$~/@:\\{}>%-]{0,200}(?:'[a-z]{1,4})?/gu;

function read(statement: Statement, look: (word: string) => readonly (Group | Kind)[]): Reading {
  const words: Word[] = [];
  const places = new Map<Group | Kind, number[]>();
  const plain = statement.plain.toLowerCase();
  let clause = 0;
  let end = 0;
  const add = (text: string, start: number): void => {
    if (words.length > 0 && breaks.test(plain.slice(end, start))) clause++;
    end = start + text.length;
    const index = words.push({ text, start, end, clause }) - 1;
    for (const group of look(text)) {
      const list = places.get(group);
      if (list) list.push(index);
      else places.set(group, [index]);
    }
  };
  for (const match of plain.matchAll(wordPattern)) {
    const text = trimWord(match[0]);
    if (text === "") continue;
    const isCompound =
      text.includes("-") && !text.startsWith("-") && !/[./]/.test(text) && look(text).length === 0;
    if (!isCompound) add(text, match.index);
    else {
      let at = match.index;
      for (const part of text.split("-")) {
        if (part !== "") add(part, at);
        at += part.length + 1;
      }
    }
  }
  return { statement, words, places };
}

const breaks = /[.;:!?()—–|→\n]|\s-\s/;

function trimWord(word: string): string {
  let end = word.length;
  while (end > 0 && ".,:;-\\".includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

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

function lookUp(word: string): readonly (Group | Kind)[] {
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

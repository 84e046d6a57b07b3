import { type Expansion, readBackticks, readDollar, readProcessSubstitution } from "./read-expansion.ts";
import type { ShellWord } from "./shell-command.ts";
import { atProcessSubstitution, type ShellSource, unreadable } from "./shell-source.ts";

/**
 * A word, and its unquoted beginning: only that can be a keyword or a variable name. `known` is all its text without
 * expansions, undefined if not all of them are numbers.
 */
export type ReadWord = { readonly value: ShellWord; readonly bare: string; readonly known?: string };

/** The word at this position, quotes removed; undefined if there is none. */
export function readWord(source: ShellSource): ReadWord | undefined {
  const start = source.at;
  // A comment: `#` is an ordinary character only inside a word.
  if (source.text[start] === "#") return undefined;
  const word = newWord();
  while (source.at < source.text.length && readPiece(source, word));
  if (source.at === start) return undefined;
  const value = withValues(source, wordValue(word, source.text.slice(start, source.at)));
  return { value, bare: word.bare, ...(!word.hasOthers && { known: word.known }) };
}

/** A word with what the line sets its variables to. One that the line sets to an option is one where it is used. */
export function withValues({ names: { values } }: ShellSource, word: ShellWord): ShellWord {
  if (word.text !== undefined || word.written === undefined) return word;
  const { written } = word;
  const used = new Set((written.match(variable) ?? []).map(nameOf).filter((name) => values.has(name)));
  if (used.size === 0) return word;
  const count = Math.max(...[...used].map((name) => values.get(name)?.length ?? 0));
  const isUnseen = [...used].some((name) => values.get(name)?.includes("`"));
  const filled =
    isUnseen || (count > 1 && used.size > 1)
      ? ["`"]
      : Array.from({ length: count }, (_, index) => fill(written, (name) => values.get(name)?.at(index)));
  const isOption = word.prefix === "" && [...used].some((name) => values.get(name)?.some(mayBeOption));
  return { ...word, filled, ...(isOption && { prefix: "-" }) };
}

const variable = /\$\w+|\$\{\w+/g;
const wholeVariable = /\$(\w+)|\$\{(\w+)(?:\[[@*]\])?\}/g;

function nameOf(found: string): string {
  return found.replace(/^\$\{?/, "");
}

function fill(written: string, find: (name: string) => string | undefined): string {
  const text = written.replace(
    wholeVariable,
    (found, plain?: string, braced?: string) => find(plain ?? braced ?? "") ?? found,
  );
  return text.length > longestFilled ? "`" : text;
}

const longestFilled = 4000;

function mayBeOption(value: string): boolean {
  return /(?:^|[\s{(,"'=`])-(?!\d)/.test(value) || value === "`";
}

/** The whole word if none of it is quoted or unknown, as keywords require. */
export function bareText(word: ReadWord | undefined): string | undefined {
  return word !== undefined && word.value.text === word.bare ? word.bare : undefined;
}

function readPiece(source: ShellSource, word: WordDraft): boolean {
  switch (source.text[source.at]) {
    case " ":
    case "\t":
    case "\n":
    case ";":
    case "&":
    case "|":
    case "(":
    case ")":
      return false;
    case "<":
    case ">":
      if (!atProcessSubstitution(source)) return false;
      readProcessSubstitution(source);
      addUnknown(word, { splits: false });
      return true;
    case "'":
      addText(word, readSingleQuoted(source), { quoted: true });
      return true;
    case '"':
      readDoubleQuoted(source, word);
      return true;
    case "\\":
      readBackslash(source, word);
      return true;
    case "$":
      readUnquotedDollar(source, word);
      return true;
    case "`":
      readBackticks(source);
      addUnknown(word, { splits: true });
      return true;
    default:
      readPlain(source, word);
      return true;
  }
}

const plain = /[^ \t\n;&|()<>'"\\$`]+/y;
/** Invisible spaces and characters: shells and readers disagree about them. In quotes they are plain text. */
function hasInvisible(text: string): boolean {
  // Nearly every word, and the pattern takes long to build.
  return !/^[!-~]*$/.test(text) && /[\p{C}\p{Z}]/u.test(text);
}

function readPlain(source: ShellSource, word: WordDraft): void {
  plain.lastIndex = source.at;
  const text = plain.exec(source.text)?.[0] ?? "";
  if (hasInvisible(text)) unreadable("an invisible character outside quotes");
  addText(word, text, { quoted: false });
  source.at += text.length;
}

function readSingleQuoted(source: ShellSource): string {
  const end = source.text.indexOf("'", source.at + 1);
  if (end === -1) unreadable("a quote without an end");
  const text = source.text.slice(source.at + 1, end);
  checkLines(source, text);
  source.at = end + 1;
  return text;
}

/** A here-document starts on the next line, and shells disagree on whether a line break inside quotes counts. */
function checkLines(source: ShellSource, text: string): void {
  if (source.waiting.length > 0 && text.includes("\n"))
    unreadable("a line break in quotes before a here-document");
}

function readBackslash(source: ShellSource, word: WordDraft): void {
  const next = source.text[source.at + 1];
  if (next === undefined) unreadable("a backslash at the end");
  if (next !== "\n") addText(word, next, { quoted: true });
  source.at += 2;
}

function readUnquotedDollar(source: ShellSource, word: WordDraft): void {
  const next = source.text[source.at + 1];
  if (next === "'") readEscapedString(source, word);
  else if (next === '"') readTranslatedString(source, word);
  else addExpansion(word, readDollar(source, { quoted: false }), { quoted: false });
}

function addExpansion(word: WordDraft, expansion: Expansion, { quoted }: { quoted: boolean }): void {
  if (expansion === "none") {
    addText(word, "$", { quoted: true });
    return;
  }
  // A word that starts with a path or a hash cannot become an option. Only a path can have spaces in it.
  const isStart = word.text === "" && !word.isUnknown;
  if (isStart && expansion === "path") word.text = "/";
  if (isStart && expansion === "hash") word.text = "0";
  // Without quotes there may be several hashes, or none.
  if (expansion === "hash" && !quoted) word.hasSigns = true;
  const splits = expansion === "many" || (!quoted && expansion !== "hash");
  addUnknown(word, { splits, isNumber: expansion === "number" });
}

/** `$'…'`: bash reads escapes in it and older shells do not, so both must at least agree on where it ends. */
function readEscapedString(source: ShellSource, word: WordDraft): void {
  source.at++;
  if (readSingleQuoted(source).endsWith("\\")) unreadable("an escaped quote in $'…'");
  addUnknown(word, { splits: false });
}

/** `$"…"`: may be translated. The quotes are read next. */
function readTranslatedString(source: ShellSource, word: WordDraft): void {
  addUnknown(word, { splits: false });
  source.at++;
}

const quotedRun = /[^"\\$`]+/y;

function readDoubleQuoted(source: ShellSource, word: WordDraft): void {
  source.at++;
  for (;;) {
    quotedRun.lastIndex = source.at;
    const run = quotedRun.exec(source.text)?.[0] ?? "";
    checkLines(source, run);
    addText(word, run, { quoted: true });
    source.at += run.length;
    const character = source.text[source.at];
    if (character === undefined) unreadable("a quote without an end");
    if (character === '"') break;
    readQuotedSign(source, word);
  }
  source.at++;
}

/** A backslash, dollar or backtick between double quotes. */
function readQuotedSign(source: ShellSource, word: WordDraft): void {
  const character = source.text[source.at];
  if (character === "`") {
    readBackticks(source);
    addUnknown(word, { splits: false });
    return;
  }
  if (character === "$") {
    addExpansion(word, readDollar(source, { quoted: true }), { quoted: true });
    return;
  }
  const next = source.text[source.at + 1] ?? "";
  const isEscape = '$`"\\\n'.includes(next);
  if (next !== "\n") addText(word, isEscape ? next : "\\", { quoted: true });
  source.at += isEscape ? 2 : 1;
}

/** A word while it is being read. */
type WordDraft = {
  /** The known text up to the first unknown piece. */
  text: string;
  /** The part of `text` before the first quote. */
  bare: string;
  /** All known text. */
  known: string;
  /** It has an expansion that is not a number. */
  hasOthers: boolean;
  /** The known text after the last unknown piece. */
  ending: string;
  isQuoted: boolean;
  isUnknown: boolean;
  splits: boolean;
  /** It has an unquoted glob or brace character. */
  hasSigns: boolean;
  /** Length of `text` at the first unquoted `{` or `[`, and whether the rest makes it a brace expansion or glob. */
  brace: number;
  hasSeparator: boolean;
  bracket: number;
  /** How much of `text` the resulting words certainly start with. */
  certain: number;
};

const never = Number.POSITIVE_INFINITY;

function newWord(): WordDraft {
  return {
    text: "",
    bare: "",
    known: "",
    hasOthers: false,
    ending: "",
    isQuoted: false,
    isUnknown: false,
    splits: false,
    hasSigns: false,
    brace: never,
    hasSeparator: false,
    bracket: never,
    certain: never,
  };
}

function addText(word: WordDraft, text: string, { quoted }: { quoted: boolean }): void {
  if (quoted) word.isQuoted = true;
  else noteSigns(word, text);
  word.ending += text;
  word.known += text;
  if (word.isUnknown) return;
  word.text += text;
  if (!word.isQuoted) word.bare += text;
}

/** A piece whose value is known only at run time; it `splits` unless quoted. */
function addUnknown(word: WordDraft, { splits, isNumber }: { splits: boolean; isNumber?: boolean }): void {
  if (!isNumber) word.hasOthers = true;
  word.isUnknown = true;
  word.ending = "";
  if (splits) word.splits = true;
}

function wordValue(word: WordDraft, written: string): ShellWord {
  if (!word.isUnknown && word.certain === never) return { text: word.text };
  const prefix = word.text.slice(0, word.certain);
  const [, base] = (!word.splits && !word.hasSigns && /\/([^/]+)$/s.exec(word.ending)) || [];
  return {
    prefix,
    splits: word.splits,
    ...(word.hasSigns && { many: true }),
    ...(base && { base }),
    written,
  };
}

const signs = /[*?[\]{},~]|\.\.|^=/;

/** Notes unquoted globs, braces and tildes. */
function noteSigns(word: WordDraft, text: string): void {
  if (!signs.test(text)) return;
  word.hasSigns ||= /[*?[{]/.test(text);
  // In zsh, `=ls` is the path of the program; in tests `=`, `==` and `=~` are operators.
  if (word.text === "" && !word.isQuoted && /^=(?!=?$|~$)/.test(text)) cut(word, 0);
  for (let index = 0; index < text.length; index++) {
    const place = word.isUnknown ? never : word.text.length + index;
    switch (text[index]) {
      case "*":
      case "?":
        cut(word, place);
        break;
      case "[":
        word.bracket = Math.min(word.bracket, place);
        break;
      case "]":
        cut(word, word.bracket);
        break;
      case "{":
        word.brace = Math.min(word.brace, place);
        break;
      case ",":
        word.hasSeparator ||= word.brace !== never;
        break;
      case ".":
        word.hasSeparator ||= word.brace !== never && text[index + 1] === ".";
        break;
      case "}":
        if (word.hasSeparator) cut(word, word.brace);
        break;
      case "~":
        if (place === 0 || /[=:]/.test(text[index - 1] ?? word.text.at(-1) ?? "")) cut(word, place);
        break;
    }
  }
}

function cut(word: WordDraft, place: number): void {
  word.certain = Math.min(word.certain, place);
}

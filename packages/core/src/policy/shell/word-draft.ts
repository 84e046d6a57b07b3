import type { ShellWord } from "./shell-command.ts";

/** A word while it is being read. */
export type WordDraft = {
  /** The known text up to the first unknown piece. */
  text: string;
  /** The part of `text` before the first quote. */
  bare: string;
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

export function newWord(): WordDraft {
  return {
    text: "",
    bare: "",
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

export function addText(word: WordDraft, text: string, { quoted }: { quoted: boolean }): void {
  if (quoted) word.isQuoted = true;
  else noteSigns(word, text);
  word.ending += text;
  if (word.isUnknown) return;
  word.text += text;
  if (!word.isQuoted) word.bare += text;
}

/** A piece whose value is known only at run time; it `splits` unless quoted. */
export function addUnknown(word: WordDraft, { splits }: { splits: boolean }): void {
  word.isUnknown = true;
  word.ending = "";
  if (splits) word.splits = true;
}

export function wordValue(word: WordDraft): ShellWord {
  if (!word.isUnknown && word.certain === never) return { text: word.text };
  const prefix = word.text.slice(0, word.certain);
  const [, base] = (!word.splits && !word.hasSigns && /\/([^/]+)$/s.exec(word.ending)) || [];
  return { prefix, splits: word.splits, ...(word.hasSigns && { many: true }), ...(base && { base }) };
}

const signs = /[*?[\]{},~]|\.\./;

/** Notes unquoted globs, braces and tildes. */
function noteSigns(word: WordDraft, text: string): void {
  if (!signs.test(text)) return;
  word.hasSigns ||= /[*?[{]/.test(text);
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

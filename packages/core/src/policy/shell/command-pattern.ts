import type { ShellWord } from "./shell-command.ts";

/** One word of a pattern: a text, a text with `*` (kept as the pieces around the stars), or `*` for one or more words. */
export type PatternWord =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "glob"; readonly pieces: readonly string[] }
  | { readonly kind: "any" };

/** Words a command must have, and whether more may follow. */
export type CommandForm = { readonly words: readonly PatternWord[]; readonly open: boolean };

/** The text in `Bash(…)`, compiled. */
export type CommandPattern =
  | { readonly kind: "anything" }
  | { readonly kind: "forms"; readonly forms: readonly CommandForm[] }
  /** Several commands with these operators between them, as the whole line. */
  | { readonly kind: "sequence"; readonly forms: readonly CommandForm[]; readonly signs: readonly string[] }
  /** The author's intent is unclear. */
  | { readonly kind: "unclear" };

/**
 * Compiles the text in `Bash(…)`: `git:*` and `git *` match the words with anything after them, or nothing; `git
 * status` matches exactly that; `git * main` has one or more words for the star; `git*` is a glob inside a word;
 * `uvx:*,go:*` is a choice; `source .env && pytest *` is a line of two commands; `*` and the empty text match any command.
 */
export function compileCommandPattern(pattern: string): CommandPattern {
  const text = pattern.trim();
  if (text === "" || text === "*" || text === ":*") return { kind: "anything" };
  const sequence = readSequence(text);
  if (sequence) return sequence;
  const parts = text.split(",").map((part) => part.trim());
  const isChoice = parts.every((part) => part.endsWith(":*"));
  const forms = (isChoice ? parts : [text]).map(readForm);
  return forms.every((form) => form !== undefined) ? { kind: "forms", forms } : { kind: "unclear" };
}

/** Whether a pattern has no wildcard. */
export function isWrittenOut(pattern: CommandPattern): boolean {
  if (pattern.kind !== "forms") return false;
  return pattern.forms.every(({ words, open }) => !open && words.every(({ kind }) => kind === "text"));
}

const sequencePiece = /'[^']*'|"[^"\\]*"|\\.|(&&|\|\||[;|])|[^'"\\;&|]+|./gs;

/** Splits a pattern at its operators; undefined if it has none. */
function readSequence(text: string): CommandPattern | undefined {
  const parts = [""];
  const signs: string[] = [];
  for (const [piece, sign] of text.matchAll(sequencePiece)) {
    if (sign === undefined) parts.push(`${parts.pop()}${piece}`);
    else {
      signs.push(sign);
      parts.push("");
    }
  }
  if (signs.length === 0) return undefined;
  const forms = parts.map((part) => readForm(part.trim()));
  return forms.every((form) => form !== undefined) ? { kind: "sequence", forms, signs } : { kind: "unclear" };
}

function readForm(text: string): CommandForm | undefined {
  // `rm: *` was meant as `rm:*`; there is no program `rm:`.
  if (/^\S*:(?:\s|$)|:\s+\*$/.test(text)) return undefined;
  const open = /(?::|\s)\*$/.test(text);
  const words = readWords(open ? text.slice(0, -2) : text);
  return words && words.length > 0 ? { words, open } : undefined;
}

const word = /(?:[^\s'"\\]|'[^']*'|"[^"\\]*"|\\.)+/gs;
const piece = /'([^']*)'|"([^"\\]*)"|\\(.)|(\*)|([^'"\\*]+)/gs;

function readWords(text: string): readonly PatternWord[] | undefined {
  // The remainder is an unclosed quote.
  if (text.replace(piece, "") !== "") return undefined;
  const words = (text.match(word) ?? []).map(readPatternWord);
  return words.every((one) => one !== undefined) ? words : undefined;
}

function readPatternWord(source: string): PatternWord | undefined {
  const pieces = [""];
  const hasPrefixSign = source.includes(":*");
  for (const [, single, double, escaped, star, plain] of source.matchAll(piece)) {
    // A pattern is one command: these characters would end or redirect it. `:*` has a meaning only at the end.
    if (plain !== undefined && (/[;&|<>]/.test(plain) || (plain.endsWith(":") && hasPrefixSign)))
      return undefined;
    if (star !== undefined) pieces.push("");
    else pieces.push(`${pieces.pop()}${single ?? double ?? escaped ?? plain ?? ""}`);
  }
  if (source === "*") return { kind: "any" };
  const [text = ""] = pieces;
  return pieces.length === 1 ? { kind: "text", text } : { kind: "glob", pieces };
}

/**
 * For each word of a command, the pattern word that matches it, undefined where the pattern has a wildcard; undefined
 * as a whole if it does not match.
 */
export function alignWords(
  form: CommandForm,
  words: readonly ShellWord[],
): readonly (PatternWord | undefined)[] | undefined {
  const places: (PatternWord | undefined)[] = [];
  let index = 0;
  let next = 0;
  // Position of the last star in the form, and how far it reaches in the command.
  let star = -1;
  let reach = 0;
  while (index < words.length) {
    const wanted = form.words[next];
    if (wanted?.kind === "any") {
      star = next++;
      reach = ++index;
    } else if (wanted && fitsWord(wanted, words[index]?.text, { isProgram: index === 0 })) {
      places[index++] = wanted;
      next++;
    } else if (next === form.words.length && form.open) break;
    else if (star === -1) return undefined;
    else {
      // Only the last star backtracks: everything before it already matches as early as possible.
      next = star + 1;
      index = ++reach;
      places.length = reach;
      delete places[reach - 1];
    }
  }
  places.length = index;
  return next === form.words.length ? places : undefined;
}

/** Whether one word matches; a star in a program name stays within its folder. */
export function fitsWord(
  wanted: PatternWord,
  text: string | undefined,
  { isProgram }: { readonly isProgram: boolean },
): boolean {
  if (text === undefined || wanted.kind === "any") return false;
  if (wanted.kind === "text") return text === wanted.text;
  if (isProgram && count(text, "/") !== count(wanted.pieces.join(""), "/")) return false;
  return fitsGlob(wanted.pieces, text);
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function fitsGlob(pieces: readonly string[], text: string): boolean {
  const [first = ""] = pieces;
  const last = pieces.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

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
  /** The author's intent is unclear. */
  | { readonly kind: "unclear" };

/**
 * Compiles the text in `Bash(…)`: `git:*` and `git *` match the words with anything after them, or nothing; `git
 * status` matches exactly that; `git * main` has one or more words for the star; `git*` is a glob inside a word;
 * `uvx:*,go:*` is a choice; `*` and the empty text match any command.
 */
export function compileCommandPattern(pattern: string): CommandPattern {
  const text = pattern.trim();
  if (text === "" || text === "*" || text === ":*") return { kind: "anything" };
  const parts = text.split(",").map((part) => part.trim());
  const isChoice = parts.every((part) => part.endsWith(":*"));
  const forms = (isChoice ? parts : [text]).map(readForm);
  return forms.every((form) => form !== undefined) ? { kind: "forms", forms } : { kind: "unclear" };
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
  for (const [, single, double, escaped, star, plain] of source.matchAll(piece)) {
    // A pattern is one command: these characters would end or redirect it. `:*` has a meaning only at the end.
    if (plain !== undefined && (/[;&|<>]/.test(plain) || (plain.endsWith(":") && source.includes(":*"))))
      return undefined;
    if (star !== undefined) pieces.push("");
    else pieces.push(`${pieces.pop()}${single ?? double ?? escaped ?? plain ?? ""}`);
  }
  if (source === "*") return { kind: "any" };
  const [text = ""] = pieces;
  return pieces.length === 1 ? { kind: "text", text } : { kind: "glob", pieces };
}

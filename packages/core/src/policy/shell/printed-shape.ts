import type { ShellCommand, ShellWord } from "./shell-command.ts";

/** What certain commands print: digits, a hash, or a path from the root. None of these starts an option. */
export type PrintedShape = "number" | "hash" | "path";

/** What a substitution of one pipe prints, if its last program always prints such a text. */
export function printedShape(code: string, commands: readonly ShellCommand[]): PrintedShape | undefined {
  // Only one pipe, without groups: all that is printed comes from its last command.
  if (!/^[^;&\n(){}`]*$/.test(code) || code.includes("||")) return undefined;
  // Messages of mistakes may repeat any text.
  if (/>(?!\s{0,9}\/dev\/null(?:\s|$))/.test(code)) return undefined;
  const last = commands.at(-1);
  const [program, ...words] = last?.words ?? [];
  if (program?.text === undefined || last?.assignments.length !== 0) return undefined;
  return printers.get(program.text)?.(words);
}

type Printer = (words: readonly ShellWord[]) => PrintedShape | undefined;

const every = (words: readonly ShellWord[], pattern: RegExp): boolean =>
  words.every(({ text }) => text !== undefined && pattern.test(text));

/** A revision cannot be mistaken for an option, which git would print. */
const isRevision = (word: ShellWord): boolean =>
  word.text === undefined ? /^[\w./@]/.test(word.prefix) && !word.splits : /^[\w./@^:~{}-]+$/.test(word.text);

const printers: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["date", (words) => (words.length === 1 && every(words, /^\+%?[%\dHMSYdjms_-]+$/) ? "number" : undefined)],
  ["git", printedByGit],
  ["nproc", (words) => (words.length === 0 ? "number" : undefined)],
  ["pwd", (words) => (every(words, /^-[LP]$/) ? "path" : undefined)],
  ["seq", (words) => (every(words, /^-?\d+$/) ? "number" : undefined)],
  ["wc", (words) => (words.length > 0 && every(words, /^-[lwcm]$/) ? "number" : undefined)],
]);

/** Functions of these names would print something else. */
export function isTrustedPrinter(name: string): boolean {
  return printers.has(name) || name === "echo" || name === "printf";
}

function printedByGit([subcommand, ...words]: readonly ShellWord[]): PrintedShape | undefined {
  const [option] = words;
  switch (subcommand?.text) {
    case "merge-base":
      return words.every((word) => isRevision(word) && !word.text?.startsWith("-")) ? "hash" : undefined;
    case "rev-parse":
      if (words.length === 1 && /^--(?:show-toplevel|absolute-git-dir)$/.test(option?.text ?? ""))
        return "path";
      // It prints what is no revision as it is, and a variable may hold several words.
      return words.every(
        ({ text = " " }) =>
          /^[\w./@^:~{}=-]+$/.test(text) && /^(?!-)|^--(?:verify|short|short=\d+)$/.test(text),
      )
        ? "hash"
        : undefined;
    case "rev-list":
      return option?.text === "--count" &&
        words.slice(1).every((word) => isRevision(word) && !word.text?.startsWith("-"))
        ? "number"
        : undefined;
    default:
      return undefined;
  }
}

import { readFrom } from "../redirections.ts";
import type { Command, Shell } from "../shell.ts";
import { concat, empty, type Value } from "../value.ts";

/** Options of a program that take a value: letters, and long names with their dashes. */
export type ValueOptions = { readonly letters?: string; readonly long?: readonly string[] };

export type Arguments = {
  readonly operands: readonly Value[];
  /** Values by option, such as `-o` or `--output`; the last letter of `-fsSLo FILE` counts. */
  readonly options: readonly { readonly name: string; readonly value: Value | undefined }[];
};

const none: ValueOptions = {};

/** Separates options from operands the way most programs do. */
export function parseArguments(
  args: readonly Value[],
  { letters = "", long = [] }: ValueOptions = none,
): Arguments {
  const operands: Value[] = [];
  const options: { name: string; value: Value | undefined }[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word) break;
    const { text } = word;
    if (!text.startsWith("-") || text === "-") operands.push(word);
    else if (text === "--") {
      operands.push(...args.slice(at + 1));
      break;
    } else if (text.startsWith("--")) {
      const equals = text.indexOf("=");
      const name = equals === -1 ? text : text.slice(0, equals);
      const takesNext = equals === -1 && long.includes(name);
      const attached = equals === -1 ? undefined : { ...word, text: text.slice(equals + 1) };
      options.push({ name, value: takesNext ? args[at + 1] : attached });
      if (takesNext) at++;
    } else at += readLetters(word, args[at + 1], { letters, options });
  }
  return { operands, options };
}

/** Reads `-fsSLo FILE` and `-oFILE`; returns how many more words it took. */
function readLetters(
  word: Value,
  next: Value | undefined,
  {
    letters,
    options,
  }: { readonly letters: string; readonly options: { name: string; value: Value | undefined }[] },
): number {
  for (let at = 1; at < word.text.length && at < 40; at++) {
    const letter = word.text[at] ?? "";
    const takesValue = letters.includes(letter);
    const rest = word.text.slice(at + 1);
    const attached = rest === "" ? next : { ...word, text: rest };
    options.push({ name: `-${letter}`, value: takesValue ? attached : undefined });
    if (takesValue) return rest === "" ? 1 : 0;
  }
  return 0;
}

export function optionValue({ options }: Arguments, ...names: readonly string[]): Value | undefined {
  return options.find(({ name, value }) => value && names.includes(name))?.value;
}

export function hasOption({ options }: Arguments, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}

/** What a filter reads: the files it names, else standard input. */
export function dataOf(files: readonly Value[], command: Command, shell: Shell): Value {
  const named = files.filter(({ text }) => text !== "-");
  if (named.length === 0) return command.input?.value ?? empty;
  return named.reduce((all, file) => concat(all, readFrom(file, shell)), empty);
}

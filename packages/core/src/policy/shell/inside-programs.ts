import { list } from "./match-risk-row.ts";
import { readShell } from "./read-shell.ts";
import type { ShellAssignment, ShellCommand, ShellWord } from "./shell-command.ts";

type Options = {
  /** Index of the first word that is not an option. */
  readonly end: number;
  readonly letters: string;
};

/**
 * With `-c` a shell runs the line that follows. A script file is a program like any other, with or without a shell
 * before it; input from a pipe or another process is opaque.
 */
export function insideShell(name: string, words: readonly ShellWord[]): InnerCommands {
  const options = readOptions(name, words);
  if (options === undefined) return "unknown";
  const operand = words[options.end];
  if (options.letters.includes("c"))
    return operand?.text === undefined ? "unknown" : readInnerLine(operand.text);
  if (options.letters.includes("?")) return [];
  if (options.letters.includes("s")) return "unknown";
  // `-n` only checks the syntax.
  if (options.letters.includes("n") && operand && (operand.text !== undefined || !operand.splits)) return [];
  return operand && namesScript(operand) ? [] : "unknown";
}

const bash = /^r?bash$/;
const plainLong = /^--(?:login|noediting|noprofile|norc|posix|restricted|verbose)$/;
/** In bash, one dash is enough for a long option. */
const longWithOneDash =
  /^-(?:debug|dump|help|init|login|noediting|noprofile|norc|posix|pretty|protected|rcfile|restricted|verbose|version|wordexp)/;

/** Undefined if an option, or which word is its value, is unknown. */
function readOptions(name: string, words: readonly ShellWord[]): Options | undefined {
  let letters = "";
  let index = 1;
  for (; index < words.length; index++) {
    const { text } = words[index] ?? {};
    if (text === undefined || !/^[-+]./.test(text)) break;
    if (text === "--") return { end: index + 1, letters };
    if (text === "--version" || text === "--help") return { end: index, letters: `${letters}?` };
    if (plainLong.test(text)) continue;
    const isPlain = bash.test(name) ? /^[-+][A-Za-z]+$/ : /^[-+][a-z]+$/;
    if (!isPlain.test(text) || longWithOneDash.test(text) || /^\+.*[cns]/.test(text)) return undefined;
    letters += text.slice(1);
    const valueAt = text.search(/[oO]/);
    if (valueAt === -1) continue;
    // Some shells take the rest of the word as the value, others the next word.
    if (valueAt !== text.length - 1 || words[index + 1]?.text === undefined) return undefined;
    index++;
  }
  // A single dash also ends the options.
  return { end: words[index]?.text === "-" ? index + 1 : index, letters };
}

/** Commands, or unknown. */
export type InnerCommands = readonly ShellCommand[] | "unknown";

export function readInnerLine(line: string): InnerCommands {
  const reading = readShell(line);
  return reading.ok ? reading.commands : "unknown";
}

export function toCommand(
  words: readonly ShellWord[],
  assignments: readonly ShellAssignment[] = [],
): ShellCommand {
  return { assignments, words, redirections: [] };
}

/** Whether a word certainly names a script file, not an option and not an input device. */
export function namesScript(word: ShellWord): boolean {
  if (word.text !== undefined) return !/^[-+]|^$|^\/+(?:dev|proc)\/|\/\.\.?\/+(?:dev|proc)\//.test(word.text);
  // Even if it splits, the first word still starts like this.
  return /^[\w.]|^\/+(?!\/|d?e?$|dev|p?r?o?$|proc)/.test(word.prefix);
}

/** What `find` and `fd` run for the files they find. */
export function insideFind(name: string, words: readonly ShellWord[]): InnerCommands {
  const isAction = name === "find" ? findAction : fdAction;
  const commands: ShellCommand[] = [];
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    const rest = words.slice(index + 1);
    if (word === undefined || (word.text === undefined && mayBeAction(name, word, rest))) return "unknown";
    if (name !== "find" && fdAttached.test(word.text ?? "")) return "unknown";
    if (!isAction.test(word.text ?? "")) continue;
    const command = rest.slice(0, endOfCommand(name, rest));
    const later = command.findIndex((one) => one.text === undefined);
    // A word not known in advance may end the command, and then this starts another.
    if (command.some(({ text = "" }, at) => later !== -1 && at > later && isAction.test(text)))
      return "unknown";
    if (command.some((one) => one.text === undefined && one.splits)) return "unknown";
    commands.push(toCommand(command.map(withoutPlaceholder)));
    index += command.length;
  }
  return commands;
}

const findAction = /^-(?:exec|ok)(?:dir)?$/;
const fdAction = /^-[A-Za-z0-9]*[xX]$|^--exec(?:-batch)?$/;
const fdAttached = /^-[A-Za-z0-9]*[xX].|^--exec(?:-batch)?=/;

/**
 * A word not known in advance is most likely a folder or a pattern. As an action it would need a program after it and,
 * for `find`, an end of the command.
 */
function mayBeAction(
  name: string,
  word: ShellWord & { text?: undefined },
  rest: readonly ShellWord[],
): boolean {
  if (word.splits) return true;
  if ((word.prefix !== "" && !word.prefix.startsWith("-")) || rest[0]?.text?.startsWith("-")) return false;
  return name === "find" ? rest.slice(1).some(mayEnd) : rest.length > 0;
}

function mayEnd(word: ShellWord): boolean {
  return word.text === undefined ? word.prefix === "" || word.splits : /^[;+]$/.test(word.text);
}

/** `;` ends a command, and for `find` so does `+` right after `{}`. */
function endOfCommand(name: string, words: readonly ShellWord[]): number {
  const end = words.findIndex(
    ({ text }, index) => text === ";" || (name === "find" && text === "+" && words[index - 1]?.text === "{}"),
  );
  return end === -1 ? words.length : end;
}

function withoutPlaceholder(word: ShellWord): ShellWord {
  // fd has more of them, such as `{/}` and `{.}`.
  return word.text !== undefined && /\{[/.]*\}/.test(word.text) ? { prefix: "", splits: false } : word;
}

/** A script file is a program like any other; code in the command itself or on its input is opaque. */
export function insideInterpreter(interpreter: Interpreter, words: readonly ShellWord[]): InnerCommands {
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    if (word?.text === undefined || !/^-./.test(word.text)) return word && namesScript(word) ? [] : "unknown";
    if (endsAll.test(word.text)) return [];
    const length = optionLength(interpreter, word.text);
    if (length === "unknown") return "unknown";
    if (length === "script") return [];
    const values = words.slice(index + 1, index + length);
    if (!/^--?[\w-]+(?:=.*)?$/s.test(word.text) || !values.every(isKnownScript)) return "unknown";
    if (/=(?:data:|\/dev\/|\/proc\/)/.test(word.text) || values.some(isData)) return "unknown";
    index += length - 1;
  }
  // Without a file it reads its input, except when it looks for tests.
  return words.some(({ text }) => text === "--test") ? [] : "unknown";
}

const endsAll = /^(?:-V|--version|-h|--help)$/;

function isKnownScript(word: ShellWord): boolean {
  return word.text !== undefined && namesScript(word);
}

function isData({ text }: ShellWord): boolean {
  return text?.startsWith("data:") === true;
}

/** Number of words an option takes; `script` if the rest belongs to what it names. */
function optionLength(interpreter: Interpreter, text: string): number | "script" | "unknown" {
  const { flags = "", values = "", long = [], longValues = [], module } = interpreter;
  if (text === "--") return 1;
  if (text.startsWith("--")) {
    if (/^--(?:eval|print|exec|command)/.test(text)) return "unknown";
    if (long.includes(text) || /^--[\w-]+=/.test(text)) return 1;
    return longValues.includes(text) ? 2 : "unknown";
  }
  for (let index = 1; index < text.length; index++) {
    const letter = text.charAt(index);
    if (letter === module) return "script";
    if (values.includes(letter)) return index + 1 < text.length ? 1 : 2;
    if (!flags.includes(letter)) return "unknown";
  }
  return 1;
}

/**
 * A program that runs a script, and the options that may precede the script. Any other option may hold code, or take
 * the script's name as its value.
 */
type Interpreter = {
  /** Letters of options without a value. */
  readonly flags?: string;
  /** Letters of options with a value, in the same word or the next. */
  readonly values?: string;
  /** Long options without a value, and those whose value is the next word. */
  readonly long?: readonly string[];
  readonly longValues?: readonly string[];
  /** The letter that introduces an installed module instead of a file. */
  readonly module?: string;
};

const node: Interpreter = {
  flags: "cv",
  values: "rC",
  long: list(
    "--check --enable-source-maps --experimental-strip-types --inspect --inspect-brk --no-deprecation",
    "--no-warnings --preserve-symlinks --test --test-only --trace-warnings --watch",
  ),
  longValues: list("--conditions --env-file --import --loader --require --test-reporter"),
};
const python: Interpreter = { flags: "bBdEIOPqRsStuvx", values: "WX", module: "m" };
const plain: Interpreter = {};

export const interpreters: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ["Rscript", { long: list("--vanilla --no-save") }],
  ...list(
    "R clisp crystal elixir erl escript ghci gjs groovy guile iex ipython irb jshell kotlinc lein nim ocaml",
  ).map((name) => [name, plain] as const),
  ...list("octave pry qjs racket rhino runghc sbcl scala swift wish").map((name) => [name, plain] as const),
  ["julia", { flags: "q" }],
  ["lua", { flags: "vE", values: "l" }],
  ["luajit", plain],
  ["node", node],
  ["nodejs", node],
  ["perl", { flags: "acnpstTuUvwWX", values: "I" }],
  ["php", { flags: "lnqv" }],
  ["pypy", python],
  ["python", python],
  ["raku", plain],
  ["ruby", { flags: "aclnpsvwy", values: "CIr" }],
  ["tclsh", plain],
  ["ts-node", { values: "P", flags: "T" }],
  ["tsx", { long: list("--watch --no-warnings") }],
]);

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
export function insideShell(name: string, { words, input }: Fed): InnerCommands {
  const options = readOptions(name, words);
  if (options === undefined) return "unknown";
  const operand = words[options.end];
  if (options.letters.includes("c")) return operand === undefined ? "unknown" : readInnerWord(operand);
  if (options.letters.includes("?")) return [];
  if (options.letters.includes("s") || operand === undefined)
    return input?.text === undefined ? "unknown" : readInnerLine(input.text);
  // `-n` only checks the syntax.
  if (options.letters.includes("n") && operand && (operand.text !== undefined || !operand.splits)) return [];
  if (isScript(operand, { words, input })) return [];
  // If the variable holds `-c`, the next word is the line.
  const next = words[options.end + 1];
  return isVariable(operand) && next && input === undefined ? readInnerWord(next) : "unknown";
}

/** A command's words and input. */
export type Fed = { readonly words: readonly ShellWord[]; readonly input: ShellWord | undefined };

/** A line that another shell runs. In plain double quotes, variables of this shell are data in it. */
function readInnerWord(word: ShellWord): InnerCommands {
  const line = lineOf(word);
  return line === undefined ? "unknown" : readInnerLine(line);
}

/** The line in a word, with the values that the outer line gives to its variables. */
export function lineOf(word: ShellWord): string | undefined {
  if (word.text !== undefined) return word.text;
  const { written = "", filled: [text = written, another] = [] } = word;
  const [, line] = (word.prefix !== "" && another === undefined && /^"([^"\\`]*)"$/s.exec(text)) || [];
  return line;
}

/**
 * Whether a shell or an interpreter certainly runs a script file. A word not known in advance that stands alone may be
 * an option, but no code can follow it; only with an input might it name that.
 */
function isScript(word: ShellWord, { words, input }: Fed): boolean {
  return namesScript(word) || (isVariable(word) && input === undefined && word === words.at(-1));
}

/** Only variables in double quotes: one word, most likely the name of a file. */
export function isVariable(word: ShellWord): boolean {
  return word.text === undefined && /^"\$(?:\w+|\{\w+\})"$/.test(word.written ?? "");
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
  // A path that ends in a known name: `"$dir/run.sh"`, `$dir/run.sh`.
  if (/^\$\{?\w+\}?(?:\/[\w.-]+)*\/(?!stdin$|fd\/|\d+$)[\w.-]+$/.test(word.written ?? "")) return true;
  if (word.base !== undefined) return !/^(?:stdin|fd|\d+)$/.test(word.base);
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

/** The text of a program in the command itself, or on its input. */
export type InlineProgram = { readonly code: string };

/** A script file is a program like any other. */
export function insideInterpreter(interpreter: Interpreter, fed: Fed): InnerCommands | InlineProgram {
  const { words, input } = fed;
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    if (word === undefined || word.text === "-") break;
    if (word.text === undefined || !word.text.startsWith("-")) {
      if (isScript(word, fed)) return [];
      return isVariable(word) && input === undefined ? inlineProgram(words[index + 1]) : "unknown";
    }
    if (endsAll.test(word.text) || (word.text === "-v" && words.length === 2)) return [];
    const option = readOption(interpreter, word.text);
    if (option === "unknown") return "unknown";
    if (option.module !== undefined) return insideModule(option.module, words.slice(index + 1));
    if (option.code !== undefined)
      return option.code === "" ? inlineProgram(words[index + 1]) : { code: option.code };
    const values = words.slice(index + 1, index + option.length);
    if (!values.every(isKnownScript) || values.some(isData) || /=(?:data:|\/dev\/|\/proc\/)/.test(word.text))
      return "unknown";
    index += option.length - 1;
  }
  // Without a file it reads its input, except when it looks for tests.
  return words.some(({ text }) => text === "--test") ? [] : inlineProgram(input);
}

/** Variables in the text are data, unless the text begins with one: then it may be all there is. */
function inlineProgram(word: ShellWord | undefined): InlineProgram | "unknown" {
  if (word?.text !== undefined) return { code: word.text };
  const { written = "", prefix = "", filled = [] } = word ?? {};
  if (filled.includes("`")) return "unknown";
  const isPlain = prefix !== "" || /^(?:\$'(?!.*\\[xuU0-7cC])|[^$`"']*[\w(])/s.test(written);
  return isPlain ? { code: [written, ...filled].join("\n") } : "unknown";
}

const endsAll = /^(?:-V|--version|-h|--help)$/;

function isKnownScript(word: ShellWord): boolean {
  return word.text !== undefined && namesScript(word);
}

function isData({ text }: ShellWord): boolean {
  return text?.startsWith("data:") === true;
}

/** `python3 -m pip install x` is `pip install x`; modules have underscores where programs have dashes. */
function insideModule(attached: string, rest: readonly ShellWord[]): InnerCommands {
  const [module, ...words] = attached === "" ? rest : [{ text: attached }, ...rest];
  if (module === undefined) return [];
  if (module.text === undefined) return "unknown";
  const name = module.text.replace(/\.(?:__main__|_internal.*|cli.*)$/s, "");
  return [toCommand([{ text: name.toLowerCase().replaceAll("_", "-") }, ...words])];
}

/** An option of an interpreter: the number of its words, and its code or its module, empty if that is the next word. */
type InterpreterOption = { readonly length: number; readonly code?: string; readonly module?: string };

function readOption(interpreter: Interpreter, text: string): InterpreterOption | "unknown" {
  const {
    flags = "",
    values = "",
    attached = "",
    code = "e",
    long = [],
    longValues = [],
    module,
  } = interpreter;
  if (text === "--") return { length: 1 };
  const [, inline] = /^--(?:eval|print|exec|expression|command)(?:=(.*))?$/s.exec(text) ?? [];
  if (text.startsWith("--")) {
    if (/^--(?:eval|print|exec|expression|command)(?:=|$)/.test(text))
      return { length: 2, code: inline ?? "" };
    if (/^--(?:eval|print|exec|command)/.test(text)) return "unknown";
    if (long.includes(text) || /^--[\w-]+=/.test(text)) return { length: 1 };
    return longValues.includes(text) ? { length: 2 } : "unknown";
  }
  for (let index = 1; index < text.length; index++) {
    const letter = text.charAt(index);
    if (letter === module) return { length: 1, module: text.slice(index + 1) };
    if (code.includes(letter)) return readCode(interpreter, text.slice(index + 1));
    if (attached.includes(letter)) return { length: 1 };
    if (values.includes(letter)) return { length: index + 1 < text.length ? 1 : 2 };
    if (!flags.includes(letter)) return "unknown";
  }
  return { length: 1 };
}

/** What follows the letter: more letters, as in `node -pe`, or the code itself. */
function readCode({ flags = "", code = "e" }: Interpreter, rest: string): InterpreterOption {
  const isLetters = rest.length < 3 && [...rest].every((letter) => (flags + code).includes(letter));
  return { length: 2, code: isLetters ? "" : rest };
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
  /** Letters of options whose value, if any, is the rest of the word. */
  readonly attached?: string;
  /** Letters of options whose value is code; `e` unless given. */
  readonly code?: string;
  /** Long options without a value, and those whose value is the next word. */
  readonly long?: readonly string[];
  readonly longValues?: readonly string[];
  /** The letter that introduces an installed module instead of a file. */
  readonly module?: string;
};

const node: Interpreter = {
  flags: "cvi",
  code: "ep",
  values: "rC",
  long: list(
    "--check --enable-source-maps --experimental-strip-types --inspect --inspect-brk --no-deprecation",
    "--no-warnings --preserve-symlinks --test --test-only --trace-warnings --watch",
  ),
  longValues: list("--conditions --env-file --import --loader --require --test-reporter"),
};
const python: Interpreter = { flags: "bBdEiIOPqRsStuvx", values: "WX", code: "c", module: "m" };
const plain: Interpreter = {};

export const interpreters: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ["Rscript", { long: list("--vanilla --no-save") }],
  ...list(
    "R clisp crystal elixir erl escript ghci gjs groovy guile iex ipython irb jshell kotlinc lein nim ocaml",
  ).map((name) => [name, plain] as const),
  ...list("octave pry qjs racket rhino runghc sbcl scala swift wish").map((name) => [name, plain] as const),
  ["julia", { flags: "q", code: "eE", longValues: ["--project"] }],
  ["lua", { flags: "vE", values: "l" }],
  ["luajit", plain],
  ["node", node],
  ["nodejs", node],
  ["perl", { flags: "acnpsStTuUvwWX", values: "I", attached: "0CdDFilMmx", code: "eE" }],
  ["php", { flags: "lnqv", values: "d", code: "rBRE" }],
  ["pypy", python],
  ["python", python],
  ["raku", plain],
  ["ruby", { flags: "aclnpsvwy", values: "CIrE", attached: "0FiKTWx" }],
  ["osascript", { values: "l" }],
  ["tclsh", plain],
  ["ts-node", { values: "P", flags: "T", code: "ep" }],
  ["tsx", { long: list("--watch --no-warnings"), code: "ep" }],
]);

import { isTrustedPrinter } from "./printed-shape.ts";
import { readArithmetic } from "./read-arithmetic.ts";
import { readCompound } from "./read-compound.ts";
import { skipLines } from "./read-redirection.ts";
import { bareText, type ReadWord, readWord } from "./read-word.ts";
import type { ShellWord } from "./shell-command.ts";
import {
  type CommandDraft,
  innerSource,
  nest,
  noteValue,
  noteVariable,
  type ShellSource,
  skipBlanks,
  take,
  unknownInput,
  unreadable,
} from "./shell-source.ts";

const assignment = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=/;
/** Builtins whose arguments are assignments too. */
const declaring: ReadonlySet<string> = new Set(["declare", "export", "local", "readonly", "typeset"]);

/** Adds a word to a command: an assignment before the program, or the program and its arguments. */
export function addWord(source: ShellSource, command: CommandDraft, word: ReadWord): void {
  const isDeclaring = declaring.has(command.words[0]?.text ?? "");
  const found = command.words.length === 0 || isDeclaring ? assignment.exec(word.bare) : undefined;
  const [all, name, subscript, plus] = found ?? [];
  if (all === undefined || name === undefined) {
    // Bash assigns in `a['x']=b` and `a[1 + 1]=b` too, and the next word is the program.
    if (command.words.length === 0 && /^[A-Za-z_]\w*\[/.test(word.bare))
      unreadable("a subscript that is not a number");
    command.words.push(word.value);
    return;
  }
  if (subscript !== undefined && !/^\[\d+\]$/.test(subscript)) unreadable("a subscript that is not a number");
  const isArray = source.text[source.at] === "(" && word.value.text === all;
  const start = source.at;
  if (isArray) readArray(source);
  const value: ShellWord = isArray ? { prefix: "", splits: true } : withoutName(word.value, all);
  // Shells that do not know it take it for a program.
  if (!isArray && (plus || subscript) && !/^[^/]*$/.test(value.text ?? "/"))
    unreadable("an assignment that only some shells know");
  if (commandInSubscript.test(value.text ?? "")) unreadable("a subscript that holds a command");
  const written = source.text.slice(start, source.at);
  noteValue(source, name, isArray ? { prefix: "", splits: true, written } : value);
  noteVariable(source, name, /^[-+]?\d*$/.test(word.known?.slice(all.length) ?? "x") && !isArray);
  if (isDeclaring) command.words.push(isArray ? { prefix: all, splits: false } : word.value);
  else command.assignments.push({ name, value });
}

/** A value that runs a command when it is evaluated as a number. */
const commandInSubscript = /\[[^[\]]*(?:\$\(|`)/;

function withoutName(word: ShellWord, name: string): ShellWord {
  if (word.text !== undefined) return { text: word.text.slice(name.length) };
  const { prefix, written = "" } = word;
  const isPlain = written.startsWith(name);
  return {
    ...word,
    prefix: prefix.slice(name.length),
    ...(isPlain && { written: written.slice(name.length) }),
  };
}

/** `(a b c)` after `name=`, which is a mistake in shells that do not know it. */
function readArray(source: ShellSource): void {
  source.at++;
  for (;;) {
    skipLines(source);
    if (take(source, ")")) return;
    const word = readWord(source) ?? unreadable("an array without an end");
    if (word.bare.startsWith("[") && !/^\[\d+\]=/.test(word.bare))
      unreadable("a subscript that is not a number");
  }
}

/** `name() { … }`: what is in it counts as run where it is defined. */
export function readFunction(source: ShellSource, command: CommandDraft, first: ReadWord | undefined): true {
  const name = bareText(first) ?? "";
  const isAlone =
    command.words.length === 1 && command.redirections.length === 0 && command.input === undefined;
  if (!isAlone || !/^[A-Za-z_][\w-]*$/.test(name)) unreadable("a ( after a word");
  if (isTrustedPrinter(name) || builtins.test(name)) unreadable(`a function in place of ${name}`);
  source.at++;
  skipBlanks(source);
  if (!take(source, ")")) unreadable("a ( after a word");
  skipLines(source);
  const start = source.at;
  const isGroup = bareText(readWord(source)) === "{";
  if (!isGroup) source.at = start;
  if (!isGroup && (source.text.startsWith("((", start) || !take(source, "(")))
    unreadable("a function without a group");
  const before = source.commands.length;
  readCompound(source, isGroup ? "{" : "(");
  // They read the input of whoever calls the function.
  for (const one of source.commands.slice(before)) one.input ??= unknownInput();
  if (source.depth === 0) source.definition = name;
  return true;
}

const builtins =
  /^(?:alias|break|builtin|cd|command|continue|eval|exec|exit|export|false|local|popd|pushd|read|readonly|return|set|shift|source|test|time|trap|true|typeset|unset)$/;

/** `((…))`: arithmetic in bash and zsh, two subshells elsewhere, so that both readings count. */
export function readCounting(source: ShellSource): void {
  source.at += 2;
  const start = source.at;
  readArithmetic(source, { until: ")" });
  const inner = innerSource(source, source.text.slice(start, source.at));
  if (!take(source, "))")) unreadable("arithmetic that does not end");
  nest(inner, () => inner.readList(inner));
  if (inner.at < inner.text.length) unreadable("arithmetic that is also a command");
}

const settingBuiltins =
  /^(?:builtin|command|getopts|mapfile|printf|read|readarray|set|vared|wait|zparseopts)$/;
const lineRunners = /^(?:eval|source|\.|trap)$/;
const undoing = /^(?:disable|unfunction|unset|emulate|enable|hash)$/;

/** Checks at the end of a line what only the whole line shows. */
export function checkNames({ commands, names: { numbers, counted } }: ShellSource): void {
  const programs = commands.map(({ words: [program] }) => program?.text ?? "");
  if (counted.size > 0 && programs.some((program) => lineRunners.test(program)))
    unreadable("arithmetic with a variable that may hold a command");
  const set = new Set(
    commands.filter((_, index) => settingBuiltins.test(programs[index] ?? "")).flatMap(namesSet),
  );
  for (const name of counted)
    if (numbers.get(name) !== true || set.has(name) || set.has(undefined))
      unreadable("arithmetic with a variable that may hold a command");
  // These may remove a function, and then its name is a program again.
  if (programs.some((program) => lineRunners.test(program) || undoing.test(program)))
    for (const command of commands) delete command.callsFunction;
}

/** Names that a builtin may set, undefined for one not known in advance: `read x`, `printf -vx`. */
function namesSet({ words: [program, ...rest] }: CommandDraft): readonly (string | undefined)[] {
  const isPrinting = program?.text === "printf" && !(rest[0]?.text ?? rest[0]?.prefix ?? "-").startsWith("-");
  if (isPrinting) return [];
  return rest.flatMap(({ text }) =>
    text === undefined ? [undefined] : [text.replace(/^-\w/, ""), ...(text.match(/\w+/g) ?? [])],
  );
}

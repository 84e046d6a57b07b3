import { policyLimits } from "../limits.ts";
import type { Redirection, ShellAssignment, ShellWord } from "./shell-command.ts";

/** Internal to the reader: the syntax is not understood, so the whole line is unreadable. */
export class UnreadableShell extends Error {}

/** A command while it is being read. */
export type CommandDraft = {
  readonly assignments: ShellAssignment[];
  readonly words: ShellWord[];
  readonly redirections: Redirection[];
  input?: ShellWord;
  callsFunction?: true;
};

/** A here-document whose text starts after the current line. */
export type HereDocument = {
  readonly end: string;
  readonly quoted: boolean;
  readonly tabs: boolean;
  /** The command that reads it, and what stands for its text there until it is read. */
  readonly command: CommandDraft;
  readonly input: ShellWord;
};

/** The text being read, and what was found in it. Readers advance `at`. */
export type ShellSource = {
  readonly text: string;
  at: number;
  /** Number of open substitutions, groups and loops. */
  depth: number;
  readonly commands: CommandDraft[];
  readonly waiting: HereDocument[];
  readonly names: LineNames;
  /** The function that the current command defines, unless in a group or loop. */
  definition?: string | undefined;
  /** Reads a list of commands. Part of the source, so that files for words and lists need not import each other. */
  readonly readList: (source: ShellSource) => void;
};

/** What a line defines, shared by all texts nested in it. */
type LineNames = {
  /** Functions that are certainly defined from here on. */
  readonly functions: Set<string>;
  /** Variables the line has set so far, and whether each time to a number. */
  readonly numbers: Map<string, boolean>;
  /** What the line sets variables to, apart from plain words. */
  readonly values: Map<string, readonly string[]>;
  /** Variables used as numbers. */
  readonly counted: Set<string>;
  /** The operators between the commands; undefined if a part of the line is more than one command. */
  signs: string[] | undefined;
};

export function noteVariable({ names: { numbers } }: ShellSource, name: string, isNumber: boolean): void {
  numbers.set(name, isNumber && numbers.get(name) !== false);
}

/** Notes the value of a variable, as far as it is written in the line. A plain word does no harm wherever it is used. */
export function noteValue({ names: { values } }: ShellSource, name: string, word: ShellWord): void {
  const value = word.text ?? word.filled?.join(" ") ?? word.written ?? "";
  if (/^\w[\w.:@-]*(?:\/[\w.:@-]+)*$/.test(value) && !value.includes("..")) return;
  const others = values.get(name) ?? [];
  const isShort = value.length <= longestValue && others.length < mostValues;
  values.set(name, isShort ? [...others, value] : [tooLong]);
}

const longestValue = 500;
const mostValues = 8;
/** Stands for values that are not looked at, which may be anything. */
const tooLong = "`";

/** Consumes and returns the match of a sticky pattern at this position. */
export function match(source: ShellSource, pattern: RegExp): string | undefined {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text)?.[0];
  source.at += found?.length ?? 0;
  return found;
}

/** Adds an input to a command. Shells disagree on what it reads if there are several. */
export function addInput(command: CommandDraft, input: ShellWord): void {
  command.input = command.input ? unknownInput() : input;
}

export function unknownInput(): ShellWord {
  return { prefix: "", splits: true };
}

export function unreadable(problem: string): never {
  throw new UnreadableShell(problem);
}

/** A nested text, such as between backticks. Its commands are added to the others. */
export function innerSource(source: ShellSource, text: string): ShellSource {
  return { ...source, text, at: 0, waiting: [] };
}

export function nest(source: ShellSource, read: () => void): void {
  if (++source.depth > policyLimits.shellDepth) unreadable("nested too deeply");
  read();
  source.depth--;
}

/** Reads the commands of a substitution, excluding its end. */
export function readSubstitution(source: ShellSource): void {
  // Shells disagree on which of two pending here-documents a line belongs to.
  if (source.waiting.length > 0) unreadable("a substitution after the beginning of a here-document");
  nest(source, () => source.readList(source));
  if (source.waiting.length > 0) unreadable("a here-document without text");
}

export function skipBlanks(source: ShellSource): void {
  for (;;) {
    const character = source.text[source.at];
    if (character === " " || character === "\t") source.at++;
    else if (character === "\\" && source.text[source.at + 1] === "\n") source.at += 2;
    else return;
  }
}

/** Consumes `text` if it comes next. */
export function take(source: ShellSource, text: string): boolean {
  if (!source.text.startsWith(text, source.at)) return false;
  source.at += text.length;
  return true;
}

/** Whether a process substitution comes next. */
export function atProcessSubstitution(source: ShellSource): boolean {
  const character = source.text[source.at];
  return (character === "<" || character === ">") && source.text[source.at + 1] === "(";
}

/**
 * Whether programs and the shell use no variable of this name. By convention those are upper case, except proxies, npm
 * settings and a few of zsh.
 */
export function isPlainVariable(name: string): boolean {
  const isPlain = /^(?:[a-z][a-z0-9_]*|[A-Z]|FILE|DIR|NAME|LINE)$/.test(name);
  return isPlain && !/path$|proxy$|^npm_|^prompt$|^status$/.test(name);
}

import { limits } from "../../limits.ts";
import type { Redirection, ShellAssignment, ShellWord } from "./shell-command.ts";

/** Thrown and caught inside the reader only: what comes next is not understood, so nothing is said about the line. */
export class UnreadableShell extends Error {}

/** A command while it is read. */
export type CommandDraft = {
  readonly assignments: ShellAssignment[];
  readonly words: ShellWord[];
  readonly redirections: Redirection[];
};

/** A here-document whose text begins after the line it stands on. */
export type HereDocument = { readonly end: string; readonly quoted: boolean; readonly tabs: boolean };

/** Text that is being read, and what was found in it. The readers move `at` forward. */
export type ShellSource = {
  readonly text: string;
  at: number;
  /** How many substitutions, groups and loops are open. */
  depth: number;
  readonly commands: CommandDraft[];
  readonly waiting: HereDocument[];
  /** Reads a list of commands; a part of the source, so that words and lists can be read by files that do not import each other. */
  readonly readList: (source: ShellSource) => void;
};

export function unreadable(problem: string): never {
  throw new UnreadableShell(problem);
}

/** Text that stands for itself inside another, such as that between backticks. Its commands join the others. */
export function innerSource(source: ShellSource, text: string): ShellSource {
  return { ...source, text, at: 0, waiting: [] };
}

/** Runs `read` one level deeper. */
export function nest(source: ShellSource, read: () => void): void {
  if (++source.depth > limits.shellDepth) unreadable("nested too deeply");
  read();
  source.depth--;
}

/** Reads the commands of a substitution up to where it ends, without the end itself. */
export function readSubstitution(source: ShellSource): void {
  // Shells differ in which of two open here-documents a line then belongs to.
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

/** Whether `text` comes next; goes past it if so. */
export function take(source: ShellSource, text: string): boolean {
  if (!source.text.startsWith(text, source.at)) return false;
  source.at += text.length;
  return true;
}

/** Whether the shell makes a process substitution of what comes next. */
export function atProcessSubstitution(source: ShellSource): boolean {
  const character = source.text[source.at];
  return (character === "<" || character === ">") && source.text[source.at + 1] === "(";
}

/**
 * Refuses to set variables that programs or the shell may heed, as `for PATH in …` does. Those have capitals in
 * their names by old custom, apart from proxies, settings of npm and a few of zsh.
 */
export function checkVariable(name: string): void {
  const isPlain = /^(?:[a-z][a-z0-9_]*|[A-Z]|FILE|DIR|NAME|LINE)$/.test(name);
  if (!isPlain || /path$|proxy$|^npm_|^prompt$|^status$/.test(name)) unreadable(`sets the variable ${name}`);
}

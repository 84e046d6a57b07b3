import { readShell } from "./read-shell.ts";
import type { ShellAssignment, ShellCommand, ShellWord } from "./shell-command.ts";

/** Commands, or that nobody can say which. */
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

/** Whether a word surely names a file with a script in it, not an option and not a place where input comes in. */
export function namesScript(word: ShellWord): boolean {
  if (word.text !== undefined) return !/^[-+]|^$|^\/+(?:dev|proc)\/|\/\.\.?\/+(?:dev|proc)\//.test(word.text);
  // Should it split, the first word still begins like this.
  return /^[\w.]|^\/+(?!\/|d?e?$|dev|p?r?o?$|proc)/.test(word.prefix);
}

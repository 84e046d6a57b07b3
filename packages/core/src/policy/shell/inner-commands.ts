import { readShell } from "./read-shell.ts";
import type { ShellAssignment, ShellCommand, ShellWord } from "./shell-command.ts";

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

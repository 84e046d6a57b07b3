import { splitArguments } from "@skillwright/core";

/** What follows a command that must not fail quietly. Some agents want words besides the code, and shells differ in more than this. */
export const refusal = " || sh -c 'echo blocked by skillwright guard >&2; exit 2'";

export type GuardCall = {
  /** Words that start this command. */
  readonly program: readonly string[];
  readonly agent: string;
  /** Options of `guard` that are kept. */
  readonly options: readonly string[];
};

/** The line that an agent hands to its shell. */
export function guardLine({ program, agent, options }: GuardCall): string {
  return [...program, "guard", "--agent", agent, ...options].map(quote).join(" ");
}

/** Whether a line is one of ours, whatever program it names. */
export function isGuardLine(line: unknown, agent: string): line is string {
  return typeof line === "string" && new RegExp(`(?:^|\\s)guard --agent ${agent}(?=\\s|$)`).test(line);
}

/** The words that start the program in such a line. */
export function programOf(line: string): readonly string[] {
  const words = splitArguments(line);
  return words.slice(0, words.indexOf("guard"));
}

/** Single quotes mean the same to all shells that agents use on macOS and Linux. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

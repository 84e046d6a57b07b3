import { splitArguments } from "@skillwright/core/activate";
import { UsageError } from "../command.ts";
import { isOwnProgram } from "./own-program.ts";

/**
 * What follows a command that must not fail quietly. Agents go on after most exit codes, and some want words besides the code.
 * Refusals of the guard's own come by here too, and shells differ in how they tell the one from the other.
 */
export const refusal =
  " || sh -c 'echo blocked by skillwright guard. If it gave no reason, it did not run: see skillwright guard status >&2; exit 2'";

/** What follows a command that may fail: its words stay, for the user to see. */
export const pardon = " || true";

/** A line without what follows it. */
export function bareLine(line: string): string {
  return [refusal, pardon].reduce(
    (rest, end) => (rest.endsWith(end) ? rest.slice(0, -end.length) : rest),
    line,
  );
}

/** A word of a line; or a path in the project, which is not the same folder for all who share the line. */
export type GuardWord = string | { readonly inProject: string };

export type GuardCall = {
  /** Words that start this command. */
  readonly program: readonly string[];
  readonly agent: string;
  /** Options of `guard` that are kept. */
  readonly options: readonly GuardWord[];
  /** How the agent's shell calls the project's folder. */
  readonly projectFolder?: string | undefined;
  readonly isUnix: boolean;
};

/** The line that an agent hands to its shell. */
export function guardLine({ program, agent, options, projectFolder = ".", isUnix }: GuardCall): string {
  const quote = isUnix ? quoteForUnix : quoteForWindows;
  const write = (word: GuardWord): string =>
    typeof word === "string" ? quote(word) : `${projectFolder}/${quote(word.inProject)}`;
  return [...program, "guard", "--agent", agent, ...options].map(write).join(" ");
}

export type GuardParts = { readonly program: readonly string[]; readonly options: readonly string[] };

/** What a line is made of, if it is one of ours; `command` is the program that runs now. */
export function readGuardLine(
  line: unknown,
  { agent, command }: { readonly agent: string; readonly command: readonly string[] },
): GuardParts | undefined {
  if (typeof line !== "string") return undefined;
  const words = splitArguments(line);
  const place = words.findIndex(
    (word, index) => word === "guard" && words[index + 1] === "--agent" && words[index + 2] === agent,
  );
  const program = words.slice(0, Math.max(place, 0));
  if (!isOwnProgram(program, command)) return undefined;
  const options = words.slice(place + 3);
  const end = options.indexOf("||");
  return { program, options: end === -1 ? options : options.slice(0, end) };
}

/** Whether a line without its refusal calls one program and nothing else: a shell would obey more signs than we write. */
export function isOneCall(line: string, projectFolder = ""): boolean {
  const bare = line.replaceAll(projectFolder, "").replaceAll(/'[^']*'|"[^"$`\\]*"|\\['\\]/g, "");
  return /^[\w@%+=:,./ -]*$/.test(bare);
}

/** Means the same to all shells that agents use on macOS and Linux: in quotes, fish obeys a backslash and others do not. */
function quoteForUnix(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll(/['\\]/g, (sign) => `'\\${sign}'`)}'`;
}

/** Agents hand lines to cmd.exe or to PowerShell there, which agree on little. */
function quoteForWindows(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  if (/^[\w@+=:,./() -]+$/.test(word)) return `"${word}"`;
  throw new UsageError(`'${word}' has signs that the shells of Windows read differently; rename it.`);
}

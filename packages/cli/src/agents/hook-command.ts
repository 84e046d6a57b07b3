import { splitArguments } from "@skillwright/core/activate";
import { UsageError } from "../command.ts";
import { isOwnProgram } from "./own-program.ts";

/**
 * Suffix that turns any failure into a refusal: agents continue after most exit codes, and some need a message too. The guard's own
 * refusals also pass through here, since shells differ in how they could tell the two apart.
 */
export const refusal =
  " || sh -c 'echo blocked by skillwright guard. If it gave no reason, it did not run: see skillwright guard status >&2; exit 2'";

/** Suffix for a command that may fail; its messages stay visible. */
export const pardon = " || true";

/** A command line without its suffix. */
export function bareLine(line: string): string {
  return [refusal, pardon].reduce(
    (rest, end) => (rest.endsWith(end) ? rest.slice(0, -end.length) : rest),
    line,
  );
}

/** A word of a command line, or a path relative to the project, whose folder differs between machines. */
export type GuardWord = string | { readonly inProject: string };

export type GuardCall = {
  /** Words that start this program. */
  readonly program: readonly string[];
  readonly agent: string;
  /** Options of `guard` to keep in the hook. */
  readonly options: readonly GuardWord[];
  /** Shell expression for the project's folder. */
  readonly projectFolder?: string | undefined;
  readonly isUnix: boolean;
};

/** The command line that an agent passes to its shell. */
export function guardLine({ program, agent, options, projectFolder = ".", isUnix }: GuardCall): string {
  const quote = isUnix ? quoteForUnix : quoteForWindows;
  const write = (word: GuardWord): string =>
    typeof word === "string" ? quote(word) : `${projectFolder}/${quote(word.inProject)}`;
  return [...program, "guard", "--agent", agent, ...options].map(write).join(" ");
}

export type GuardParts = { readonly program: readonly string[]; readonly options: readonly string[] };

/** Parses a command line if it is one of ours; `command` is the running program. */
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

/** Whether a line calls one program and nothing else: it contains no shell syntax beyond what we write. */
export function isOneCall(line: string, projectFolder = ""): boolean {
  const bare = line.replaceAll(projectFolder, "").replaceAll(/'[^']*'|"[^"$`\\]*"|\\['\\]/g, "");
  return /^[\w@%+=:,./ -]*$/.test(bare);
}

/** Portable across the shells that agents use on macOS and Linux: only fish interprets a backslash in quotes. */
function quoteForUnix(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll(/['\\]/g, (sign) => `'\\${sign}'`)}'`;
}

/** Agents use cmd.exe or PowerShell there, whose quoting rules barely overlap. */
function quoteForWindows(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  if (/^[\w@+=:,./() -]+$/.test(word)) return `"${word}"`;
  throw new UsageError(`'${word}' contains characters that Windows shells interpret differently; rename it.`);
}

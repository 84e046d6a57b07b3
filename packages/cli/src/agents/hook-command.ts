import { splitArguments } from "@skillwright/core/activate";
import { UsageError } from "../command.ts";
import { isOwnProgram } from "./own-program.ts";

/** A word of a command line, or a path relative to the project, whose folder differs between machines. */
export type GuardWord = string | { readonly inProject: string };

/** A variable of the hook's environment: its value, or the agent's value if that is undefined. */
export type HookVariable = readonly [name: string, value: string | undefined];

export type GuardCall = {
  /** The whole environment of the hook; absent if it gets the agent's, which a repository's settings may change. */
  readonly environment?: readonly HookVariable[] | undefined;
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
export function guardLine(call: GuardCall): string {
  const { environment, program, agent, options, projectFolder = ".", isUnix } = call;
  const quote = isUnix ? quoteForUnix : quoteForWindows;
  const write = (word: GuardWord): string =>
    typeof word === "string" ? quote(word) : `${projectFolder}/${quote(word.inProject)}`;
  const variables = environment?.map(([name, value]) =>
    value === undefined ? `${name}="$${name}"` : `${name}=${quote(value)}`,
  );
  const start = variables === undefined ? [] : ["/usr/bin/env -i", ...variables];
  return [...start, ...[...program, "guard", "--agent", agent, ...options].map(write)].join(" ");
}

/**
 * Runs the guard with limits and turns whatever is not its answer into a refusal. Most agents make the call if their hook fails or
 * takes longer than ten seconds, and no code inside a busy program can stop it, so it is stopped from outside: by its processor
 * time, and by the clock in case it waits. Exit code 2 is the guard's own refusal, which says why. Without single quotes and
 * backslashes, every shell passes this on unchanged.
 */
const limiter = [
  "exec 3<&0; ulimit -c 0; ulimit -t 5",
  // Shells give a background command no input, so it reads from a descriptor.
  '"$@" <&3 3<&- & guard=$!',
  `{ sleep 8 & clock=$!; trap "kill ${value("clock")}" TERM; wait ${value("clock")} && kill -9 ${value("guard")}; } >/dev/null 2>&1 3<&- & watch=$!`,
  `wait ${value("guard")}; code=$?; kill ${value("watch")} 2>/dev/null`,
  `case ${value("code")} in 0|2) exit ${value("code")};; esac`,
  'echo "blocked by skillwright guard: it did not start or took too long. Run: skillwright guard status" >&2; exit 2',
].join("; ");

/**
 * The value of a number in the shell. Gemini CLI and Qwen Code replace `$name` and `${name}` in their settings, also from a repository's
 * `.env`, but no such file can have a name with `%`. The suffix that it removes is never there.
 */
function value(name: string): string {
  return `\${${name}%%.}`;
}

/** The limits in words. */
export const limitWords = "5 seconds of processor time, 8 seconds in all; then the call is refused";

/** The same line for an event that decides about a call. */
export function refusingLine(line: string): string {
  const start = headOf(line);
  // Shared settings cannot know where a machine has its shell.
  const shell = start === "" ? "sh" : "/bin/sh";
  return `${start}${shell} -c '${limiter}' skillwright ${line.slice(start.length)}`;
}

/** Suffix for a command that may fail; its messages stay visible. */
export const pardon = " || true";

/** A line of any release without what differs between events. */
export function bareLine(line: string): string {
  const start = headOf(line);
  const call = line.slice(start.length).replace(/^(?:\/bin\/)?sh -c '[^']*' skillwright /, "");
  return start + call.replace(/ \|\| (?:true|sh -c '[^']*')$/, "");
}

/** The beginning of a line that replaces the environment; empty if it has none. */
function headOf(line: string): string {
  return head.exec(line)?.[0] ?? "";
}

const head = /^\/usr\/bin\/env -i(?: [A-Z_]+=(?:[\w@%+=:,./-]|'[^']*'|\\['\\]|"\$[A-Z_]+")*)* /;

export type GuardParts = {
  /** The variables that the line sets; undefined if it keeps the agent's. */
  readonly environment: ReadonlyMap<string, string> | undefined;
  readonly program: readonly string[];
  readonly options: readonly string[];
};

/** Parses a command line if it is one of ours; `command` is the running program. */
export function readGuardLine(
  line: unknown,
  { agent, command }: { readonly agent: string; readonly command: readonly string[] },
): GuardParts | undefined {
  if (typeof line !== "string") return undefined;
  const bare = bareLine(line);
  const start = headOf(bare);
  const words = splitArguments(bare.slice(start.length));
  const place = words.findIndex(
    (word, index) => word === "guard" && words[index + 1] === "--agent" && words[index + 2] === agent,
  );
  const program = words.slice(0, Math.max(place, 0));
  if (!isOwnProgram(program, command)) return undefined;
  const options = words.slice(place + 3);
  const end = options.indexOf("||");
  return {
    environment: start === "" ? undefined : new Map(splitArguments(start).slice(2).map(toVariable)),
    program,
    options: end === -1 ? options : options.slice(0, end),
  };
}

function toVariable(word: string): readonly [name: string, value: string] {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
}

/** Whether a line calls one program and nothing else: it contains no shell syntax beyond what we write. */
export function isOneCall(line: string, projectFolder = ""): boolean {
  const call = line.slice(headOf(line).length);
  const bare = call.replaceAll(projectFolder, "").replaceAll(/'[^']*'|"[^"$`\\]*"|\\['\\]/g, "");
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

import type { Match } from "../match-name.ts";
import { alignWords, type CommandForm, type CommandPattern, type PatternWord } from "./command-pattern.ts";

import { insideWrapper, toAssignment } from "./commands-inside.ts";
import { isHarmlessAssignment } from "./harmless-assignment.ts";
import { riskyArguments } from "./risky-arguments.ts";
import { programName, type ShellCommand, type ShellReading, type ShellWord } from "./shell-command.ts";
import { projectRunners } from "./wrapper-programs.ts";

/**
 * For allowlists: whether one of the patterns certainly covers everything the command does. Redirections are not considered
 * here: they are separate reads and writes.
 *
 * Where a pattern has a wildcard, the word must not be able to make the program run others or write files, and neither must a
 * word that is not known in advance. So `Bash(git:*)` does not cover `git -c …`, nor an unquoted `git log $(git …)`, which
 * might become `git log --output=…`.
 */
export function coversCommand(patterns: readonly CommandPattern[], command: ShellCommand): Match {
  let answer: Match = "no";
  for (const pattern of patterns) {
    const match = coversOne(pattern, command);
    if (match === "yes") return "yes";
    if (match === "unknown") answer = "unknown";
  }
  return answer;
}

function coversOne(pattern: CommandPattern, command: ShellCommand): Match {
  if (pattern.kind === "anything") return "yes";
  if (pattern.kind === "unclear") return "unknown";
  if (runsNothing(command)) return "yes";
  if (pattern.kind === "sequence" || !hasHarmlessAssignments(command)) return "no";
  let answer: Match = "no";
  for (const form of pattern.forms) {
    const match = coversForm(form, command);
    if (match === "yes") return "yes";
    if (match === "unknown") answer = "unknown";
  }
  return answer;
}

/** Whether a pattern for several commands covers a whole line, with the same operators. */
export function coversLine(pattern: CommandPattern, line: ShellReading & { readonly ok: true }): boolean {
  if (pattern.kind !== "sequence" || line.signs?.join(" ") !== pattern.signs.join(" ")) return false;
  return line.commands.every((command, index) => {
    const form = pattern.forms[index];
    return form !== undefined && hasHarmlessAssignments(command) && coversForm(form, command) === "yes";
  });
}

function hasHarmlessAssignments({ assignments, words }: ShellCommand): boolean {
  return assignments.every((one) => isHarmlessAssignment(one, words.length > 0));
}

/** Builtins that start nothing, and the tests after `[[ … &&`, which some shells take for a program. */
const steering = /^(?::|true|false|\[\[|-[A-Za-z])$/;

/**
 * Whether a command starts no program, so that every pattern covers it: it sets harmless variables, reads a file as
 * `$(< f)` does, calls a function of the same line, or steers the line.
 */
function runsNothing(command: ShellCommand): boolean {
  const [program, ...rest] = command.words;
  if (!hasHarmlessAssignments(command)) return false;
  if (program === undefined || command.callsFunction) return true;
  switch (program.text) {
    case "export":
      return rest.length > 0 && rest.every((word) => declares(word, { isExported: true }));
    case "local":
    case "readonly":
      return rest.every((word) => declares(word, { isExported: false }));
    case "set":
      return setOptions.test(rest.map(({ text }) => text ?? "?").join(" "));
    case "[":
      return rest.at(-1)?.text === "]" && isPlainTest(rest.slice(0, -1));
    case "test":
      return isPlainTest(rest);
    case "break":
    case "continue":
    case "exit":
    case "return":
    case "shift":
      return rest.every(isPlainNumber);
    default:
      return program.text !== undefined && steering.test(program.text);
  }
}

/** A number, or a variable that the line sets to nothing else: zsh evaluates it, with the commands in a subscript. */
function isPlainNumber(word: ShellWord): boolean {
  if (word.text !== undefined) return /^[-+]?\d*$/.test(word.text);
  const { written = "", filled = [] } = word;
  const isVariable = /^"?\$(?:[?#]|[A-Za-z_]\w*|\{[A-Za-z_]\w*\}|\(\([^()$`]*\)\))"?$/.test(written);
  return isVariable && filled.every((value) => /^(?:"?\$[?#]"?|[-+]?\d+)$/.test(value));
}

/** `NAME=value` with a harmless name, or a name that becomes no variable of programs. */
function declares(word: ShellWord, { isExported }: { readonly isExported: boolean }): boolean {
  // Without quotes, some shells make several arguments of it, such as `PATH=…`.
  if (mayBeSeveral(word)) return false;
  if (!/^\w+=/.test(word.text ?? word.prefix)) return !isExported && /^\w+$/.test(word.text ?? "");
  return isHarmlessAssignment(toAssignment(word), isExported);
}

/** `-f x`, `x = y`: with `-v` or an unquoted variable, bash may evaluate a subscript and the commands in it. */
function isPlainTest(words: readonly ShellWord[]): boolean {
  const [first, ...rest] = words[0]?.text === "!" ? words.slice(1) : words;
  if (first === undefined || words.some((word) => mayBeSeveral(word) && !isCode(word))) return false;
  if (rest.length === 0) return true;
  if (rest.length === 1 && first.text === "-t") return rest.every(isPlainNumber);
  if (rest.length === 1) return /^-[a-hknoprsuwxzGLNOS]$/.test(first.text ?? "");
  return rest.length === 2 && /^(?:[!=]?=|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(rest[0]?.text ?? "");
}

/** `$?` and `$#` are digits. */
function isCode(word: ShellWord): boolean {
  return word.text === undefined && /^\$[?#]$/.test(word.written ?? "");
}

function mayBeSeveral(word: ShellWord): boolean {
  return word.text === undefined && (word.splits || word.many === true);
}

/** `set -euo pipefail` and the like: the line stops at mistakes. */
const setOptions = /^[-+][eux]+(?:o pipefail)?(?: [-+]o pipefail)?$/;

function coversForm(form: CommandForm, command: ShellCommand): Match {
  const { words } = command;
  const [program] = words;
  const [first] = form.words;
  if (first?.kind === "text" && program?.text !== undefined && program.text !== first.text) return "no";
  const places = alignWords(form, words);
  if (places === undefined || program?.text === undefined) return words.some(isUnknown) ? "unknown" : "no";
  // A star matches at least one word, and such a word may expand to none.
  if (form.words.some(({ kind }) => kind === "any") && words.some(mayBeSeveral)) return "unknown";
  for (const index of [...riskyArguments(command), ...riskyInRunner(command, places)]) {
    if (isWrittenOut(places[index])) continue;
    return words[index]?.text === undefined ? "unknown" : "no";
  }
  return "yes";
}

/** `uv run pytest:*` is as much as `pytest:*`; without a program, `uv run:*` is whatever the project has. */
function riskyInRunner({ words, input }: ShellCommand, places: Places): readonly number[] {
  const runner = projectRunners.get(programName(words[0]?.text ?? ""));
  const inside = runner ? insideWrapper(runner, words) : [];
  const [command] = inside === "unknown" ? [] : inside;
  const [program] = command?.words ?? [];
  const start = program ? words.indexOf(program) : -1;
  if (command === undefined || places[start]?.kind !== "text") return [];
  return riskyArguments({ ...command, ...(input && { input }) }).map((index) => index + start);
}

type Places = readonly (PatternWord | undefined)[];

function isUnknown(word: ShellWord): boolean {
  return word.text === undefined;
}

/** `--output=*` is a deliberate grant; `--*` is not. */
function isWrittenOut(place: PatternWord | undefined): boolean {
  return place?.kind === "text" || (place?.kind === "glob" && place.pieces[0]?.includes("=") === true);
}

import type { Match } from "../match-name.ts";
import { alignWords, type CommandForm, type CommandPattern, type PatternWord } from "./command-pattern.ts";

import { riskyArguments } from "./risky-arguments.ts";
import type { ShellAssignment, ShellCommand, ShellWord } from "./shell-command.ts";

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
  if (command.words.length === 0 || !command.assignments.every(isHarmless)) return "no";
  let answer: Match = "no";
  for (const form of pattern.forms) {
    const match = coversForm(form, command);
    if (match === "yes") return "yes";
    if (match === "unknown") answer = "unknown";
  }
  return answer;
}

/** Locale and color settings; any other variable may change what the program runs. */
function isHarmless({ name, value }: ShellAssignment): boolean {
  const isKnown = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS)$/.test(name);
  return isKnown && value.text !== undefined && /^[\w.@+-]*$/.test(value.text);
}

function coversForm(form: CommandForm, command: ShellCommand): Match {
  const { words } = command;
  const [program] = words;
  const [first] = form.words;
  if (first?.kind === "text" && program?.text !== undefined && program.text !== first.text) return "no";
  const places = alignWords(form, words);
  if (places === undefined || program?.text === undefined) return words.some(isUnknown) ? "unknown" : "no";
  if (form.words.some(({ kind }) => kind === "any") && words.some(mayVanish)) return "unknown";
  for (const index of riskyArguments(command)) {
    if (isWrittenOut(places[index])) continue;
    return words[index]?.text === undefined ? "unknown" : "no";
  }
  return "yes";
}

function isUnknown(word: ShellWord): boolean {
  return word.text === undefined;
}

/** A star matches at least one word, and this may expand to none. */
function mayVanish(word: ShellWord): boolean {
  return word.text === undefined && (word.splits || word.many === true);
}

/** `--output=*` is a deliberate grant; `--*` is not. */
function isWrittenOut(place: PatternWord | undefined): boolean {
  return place?.kind === "text" || (place?.kind === "glob" && place.pieces[0]?.includes("=") === true);
}

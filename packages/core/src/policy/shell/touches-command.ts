import type { Match } from "../match-name.ts";
import { type CommandForm, type CommandPattern, fitsWord, type PatternWord } from "./command-pattern.ts";
import { reachOf } from "./command-reach.ts";
import { riskyPrograms } from "./risky-programs.ts";
import { programName, type ShellCommand, type ShellWord } from "./shell-command.ts";

/**
 * For deny and ask rules: whether a pattern matches the command, or might. Broad on purpose: ignores program folders,
 * allows other words between the pattern's words, and includes what `sudo`, `xargs` or `sh -c` would run. Where a pattern's
 * words appear in an inline program, or among the arguments of an unknown program, it might match.
 */
export function touchesCommand(patterns: readonly CommandPattern[], command: ShellCommand): Match {
  if (patterns.length === 0) return "no";
  const { commands, texts, isComplete } = reachOf(command);
  const tokens = texts.map(splitText);
  let answer: Match = isComplete ? "no" : "unknown";
  for (const pattern of patterns) {
    if (pattern.kind === "anything") return "yes";
    if (pattern.kind === "unclear") answer = "unknown";
    // Whether the other commands of the line fit is not visible here.
    if (pattern.kind === "sequence" && touchesSequence(pattern.forms, commands)) answer = "unknown";
    for (const form of pattern.kind === "forms" ? pattern.forms : []) {
      for (const one of commands) {
        const match = touchesForm(form, one.words);
        if (match === "yes") return "yes";
        if (match === "unknown") answer = "unknown";
      }
      if (tokens.some((words) => mentions(form, words))) answer = "unknown";
    }
  }
  return answer;
}

function touchesSequence(forms: readonly CommandForm[], commands: readonly ShellCommand[]): boolean {
  return forms.some((form) => commands.some((one) => touchesForm(form, one.words) !== "no"));
}

/** Words of a text that may name programs and their arguments. */
function splitText(text: string): readonly ShellWord[] {
  return (text.match(/[\w+@~/\\-][\w.+@~/\\-]*/g) ?? []).map((word) => ({
    text: word.endsWith(".") ? word.slice(0, -1) : word,
  }));
}

/** Whether the pattern's words appear in a text in their order. Later beginnings cannot match if the first does not. */
function mentions(form: CommandForm, words: readonly ShellWord[]): boolean {
  const [first] = form.words;
  const start = words.findIndex(({ text = "" }) => first && touchesProgram(first, text) !== "no");
  return start !== -1 && touchesForm(form, words.slice(start)) !== "no";
}

function touchesForm({ words: pattern }: CommandForm, words: readonly ShellWord[]): Match {
  const [program] = words;
  const [first] = pattern;
  if (program === undefined || first === undefined) return "no";
  // Unknown program; `commandsInside` reports that for the whole command.
  const name = program.text ?? program.base;
  if (name === undefined) return "unknown";
  const named = touchesProgram(first, name);
  if (named === "no") return "no";
  const found = touchesWords(pattern.slice(1), words.slice(1));
  if (found === "no" && shortensVerb(programName(name), pattern[1], words)) return "unknown";
  return found === "yes" ? named : found;
}

/** `npm publ` is `npm publish`. */
function shortensVerb(
  program: string,
  wanted: PatternWord | undefined,
  words: readonly ShellWord[],
): boolean {
  if (wanted?.kind !== "text" || !riskyPrograms.get(program)?.cutVerbs) return false;
  const { text: verb } = wanted;
  return words.slice(1).some(({ text = "-" }) => text !== "" && verb.startsWith(text));
}

/** A case-insensitive file system runs `rm` for `RM`. */
function touchesProgram(wanted: PatternWord, text: string): Match {
  if (wanted.kind === "any") return "yes";
  const name = programName(text);
  if (wanted.kind === "glob")
    return [text, name].some((one) => fitsWord(wanted, one, { isProgram: false })) ? "yes" : "no";
  const wantedName = programName(wanted.text);
  if (name === wantedName) return "yes";
  return name.toLowerCase() === wantedName.toLowerCase() ? "unknown" : "no";
}

/** Whether the pattern's words appear in the command in this order, with anything between them. */
function touchesWords(pattern: readonly PatternWord[], words: readonly ShellWord[]): Match {
  let index = 0;
  let answer: Match = "yes";
  for (const wanted of pattern) {
    if (wanted.kind === "any") continue;
    const found = words.findIndex(
      (word, at) => at >= index && fitsWord(wanted, word.text, { isProgram: false }),
    );
    if (found !== -1) index = found + 1;
    else {
      const otherwise = words.some((word) => word.text === undefined)
        ? "unknown"
        : touchesOption(wanted, words);
      if (otherwise === "no") return "no";
      if (otherwise === "unknown") answer = "unknown";
    }
  }
  return answer;
}

/**
 * Whether an option appears in another spelling: `-rf` as `-f -r` certainly; `--force` as `-f` or `--forc`, and `-r` as
 * `-R`, possibly.
 */
function touchesOption(wanted: PatternWord, words: readonly ShellWord[]): Match {
  if (wanted.kind !== "text" || !wanted.text.startsWith("-")) return "no";
  const options = words.flatMap(({ text }) => (text?.startsWith("-") ? [text] : []));
  const letters = options.filter((text) => !text.startsWith("--")).join("");
  const long = options.filter((text) => text.startsWith("--"));
  if (wanted.text.startsWith("--")) return touchesLong(wanted.text, letters, long);
  if (!/^-[A-Za-z]+$/.test(wanted.text)) return "no";
  const asked = [...wanted.text.slice(1)];
  if (asked.every((letter) => letters.includes(letter))) return "yes";
  const initials = (letters + long.map((text) => text[2] ?? "").join("")).toLowerCase();
  return asked.every((letter) => initials.includes(letter.toLowerCase())) ? "unknown" : "no";
}

function touchesLong(wanted: string, letters: string, long: readonly string[]): Match {
  const name = (option: string): string => option.split("=", 1)[0] ?? "";
  if (long.some((option) => name(option) === name(wanted) && !wanted.includes("="))) return "yes";
  const isShortened = long.some((option) => option.length > 2 && name(wanted).startsWith(name(option)));
  return isShortened || letters.toLowerCase().includes((wanted[2] ?? "-").toLowerCase()) ? "unknown" : "no";
}

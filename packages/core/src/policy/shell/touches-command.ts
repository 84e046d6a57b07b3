import { policyLimits } from "../limits.ts";
import type { Match } from "../match-name.ts";
import { type CommandForm, type CommandPattern, fitsWord, type PatternWord } from "./command-pattern.ts";
import { commandsInside, insideWrapper, toAssignment } from "./commands-inside.ts";
import { type InnerCommands, readInnerLine, toCommand } from "./inside-programs.ts";
import { runningArguments } from "./risky-arguments.ts";
import { programName, type ShellAssignment, type ShellCommand, type ShellWord } from "./shell-command.ts";

import { projectRunners, type Wrapper } from "./wrapper-programs.ts";

/**
 * For deny and ask rules: whether a pattern matches the command, or might. Broad on purpose: ignores program folders,
 * allows other words between the pattern's words, and includes what `sudo`, `xargs` or `sh -c` would run.
 */
export function touchesCommand(patterns: readonly CommandPattern[], command: ShellCommand): Match {
  if (patterns.length === 0) return "no";
  const { commands, isComplete } = reachOf(command);
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
    }
  }
  return answer;
}

function touchesSequence(forms: readonly CommandForm[], commands: readonly ShellCommand[]): boolean {
  return forms.some((form) => commands.some((one) => touchesForm(form, one.words) !== "no"));
}

type Reach = { readonly commands: readonly ShellCommand[]; readonly isComplete: boolean };

/** A command with everything it runs in turn, as far as visible. */
function reachOf(command: ShellCommand): Reach {
  const commands = [command];
  let isComplete = true;
  let layer: readonly ShellCommand[] = commands;
  for (let depth = 0; layer.length > 0; depth++) {
    const inside = depth < policyLimits.shellDepth ? layer.flatMap(allInside) : ["unknown" as const];
    if (inside.includes("unknown")) isComplete = false;
    layer = inside.flatMap((found) => (found === "unknown" ? [] : found));
    commands.push(...layer);
  }
  return { commands, isComplete };
}

function allInside(command: ShellCommand): readonly InnerCommands[] {
  const [program, ...rest] = command.words;
  const name = programName(program?.text ?? program?.base ?? "");
  const runner = projectRunners.get(name);
  const exported = setters.has(name) ? rest.filter(setsVariable).map(toAssignment) : [];
  return [
    commandsInside(command),
    runner ? insideWrapper(runner, command.words) : [],
    runningArguments(command.words.filter((word) => !isVerb(word, runner)).map(asOperand)) ? "unknown" : [],
    // Git's own programs can be called directly.
    name.startsWith("git-") ? [toCommand([{ text: "git" }, { text: name.slice(4) }, ...rest])] : [],
    ...[...command.assignments, ...exported].map(commandsInVariable),
  ];
}

/** The words after it are seen through. */
function isVerb({ text = "" }: ShellWord, runner: Wrapper | undefined): boolean {
  return runner?.verbs?.includes(text) === true;
}

/** A word not known in advance counts as harmless unless it starts like an option; nearly all are. */
function asOperand(word: ShellWord): ShellWord {
  if (word.text !== undefined) return word;
  return { text: word.prefix.startsWith("-") ? word.prefix : (word.base ?? "x") };
}

const setters: ReadonlySet<string> = new Set(["declare", "export", "readonly", "typeset"]);

/** `export PATH=…` is so common that it counts only as an assignment for one command. */
function setsVariable(word: ShellWord): boolean {
  return /^(?!PATH=)\w+=/.test(word.text ?? word.prefix);
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
  return found === "yes" ? named : found;
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

/** The commands that programs run because of a variable, as `GIT_PAGER=cat` makes git run `cat`. */
function commandsInVariable({ name, value }: ShellAssignment): InnerCommands {
  if (changesPrograms.test(name)) return "unknown";
  if (holdsProgram.test(name)) {
    if (value.text === undefined) return "unknown";
    return value.text === "" ? [] : readInnerLine(value.text);
  }
  if (holdsOptions.test(name))
    return value.text !== undefined && plainOptions.test(value.text) ? [] : "unknown";
  // Interactive shells read the file it names; a plain word is the name of a deployment stage.
  if (name === "ENV") return value.text !== undefined && /^\w*$/.test(value.text) ? [] : "unknown";
  return [];
}

/** Where programs are found, what is loaded into them, what shells run first, and git's settings. */
export const changesPrograms =
  /^(?:PATH|LD_.*|DYLD_.*|BASH_ENV|BASH_FUNC.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[04]|LESS.*|GIT_CONFIG.*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|MAKEFILES|TAR_OPTIONS|npm_config_.*)$/i;

export const holdsProgram =
  /^(?:SHELL|CC|CXX|GIT_SSH|GIT_EXTERNAL_DIFF|.*(?:EDITOR|VISUAL|PAGER|BROWSER|COMMAND|ASKPASS|WRAPPER|RUNNER|_RSH))$/i;

export const holdsOptions = /(?:OPTS?|OPTIONS|FLAGS)$/i;
/** Letters and numbers, without words that name a program or code. */
const plainOptions =
  /^(?!.*(?:action|command|data:|\/dev\/|eval|exec|linker|OnError|OnOut|plugin|\/proc\/|program|runner|shell|wrapper))[\w\s.=:,+@%/-]*$/is;

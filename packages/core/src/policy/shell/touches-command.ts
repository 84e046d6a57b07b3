import { policyLimits } from "../limits.ts";
import type { Match } from "../match.ts";
import { fitsWord } from "./align-words.ts";
import type { CommandForm, CommandPattern, PatternWord } from "./command-pattern.ts";
import { commandsInside, insideWrapper, toAssignment } from "./commands-inside.ts";
import { type InnerCommands, toCommand } from "./inner-commands.ts";
import { programName } from "./program-name.ts";
import { runningArguments } from "./risky-arguments.ts";
import { commandsInVariable } from "./running-variables.ts";
import type { ShellCommand, ShellWord } from "./shell-command.ts";
import { touchesOption } from "./touches-option.ts";
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

import { policyLimits } from "../limits.ts";
import { commandsInside, insideWrapper, runsOthers, toAssignment } from "./commands-inside.ts";
import {
  type InlineProgram,
  type InnerCommands,
  insideShell,
  readInnerLine,
  toCommand,
} from "./inside-programs.ts";
import { plainPrograms } from "./plain-programs.ts";
import { riskyArguments, runningArguments } from "./risky-arguments.ts";
import { riskyPrograms } from "./risky-programs.ts";
import { programName, type ShellAssignment, type ShellCommand, type ShellWord } from "./shell-command.ts";
import {
  commandOptions,
  projectRunners,
  runnersByShape,
  shells,
  startersAfter,
  type Wrapper,
} from "./wrapper-programs.ts";

/** What a command runs in turn, for deny and ask rules. */
export type Reach = {
  /** The command itself, and all others as far as visible. */
  readonly commands: readonly ShellCommand[];
  /** Inline programs, and arguments of programs that may run others: they may name further programs. */
  readonly texts: readonly string[];
  readonly isComplete: boolean;
};

export function reachOf(command: ShellCommand): Reach {
  const commands = [command];
  const texts: string[] = [];
  let isComplete = true;
  let layer: readonly ShellCommand[] = commands;
  for (let depth = 0; layer.length > 0; depth++) {
    const inside = depth < policyLimits.shellDepth ? layer.flatMap(allInside) : ["unknown" as const];
    layer = [];
    for (const found of inside) {
      if (found === "unknown") isComplete = false;
      else if ("code" in found) texts.push(found.code);
      else layer = [...layer, ...found];
    }
    commands.push(...layer);
  }
  return { commands, texts, isComplete };
}

type Inside = InnerCommands | InlineProgram;

function allInside(command: ShellCommand): readonly Inside[] {
  const [program, ...rest] = command.words;
  const name = programName(program?.text ?? program?.base ?? "");
  const runner = projectRunners.get(name);
  const exported = setters.has(name) ? rest.filter(setsVariable).map(toAssignment) : [];
  const { lines, others } = splitLines(name, command.words);
  const own = others.filter((word) => !isVerb(word, runner)).map(asOperand);
  return [
    ...(runnersByShape.has(name) ? insideShape(command) : [commandsInside(command)]),
    runner ? insideWrapper(runner, command.words) : [],
    ...lines.map(readInnerLine),
    runningArguments(own) ? "unknown" : [],
    ...mentioned(name, command),
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
  return { text: word.prefix.startsWith("-") ? word.prefix : (word.base ?? "_") };
}

const setters: ReadonlySet<string> = new Set(["declare", "export", "readonly", "typeset"]);

/** `export PATH=…` is so common that it counts only as an assignment for one command. */
function setsVariable(word: ShellWord): boolean {
  return /^(?!(?:PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)=)\w+=/.test(word.text ?? word.prefix);
}

/** Command lines in options, as in `rsync -e 'ssh -p 22'`, and the words without them. */
function splitLines(
  name: string,
  words: readonly ShellWord[],
): { lines: readonly string[]; others: readonly ShellWord[] } {
  const options = commandOptions.get(name);
  if (options === undefined) return { lines: [], others: words };
  const lines: string[] = [];
  const others: ShellWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) continue;
    const next = words[index + 1]?.text;
    const option = options.find(
      (one) => word.text === one || (one.startsWith("--") && word.text?.startsWith(`${one}=`)),
    );
    if (option === undefined) others.push(word);
    else if (word.text !== option) lines.push(word.text?.slice(option.length + 1) ?? "");
    else if (next === undefined) others.push(word);
    else {
      lines.push(next);
      index++;
    }
  }
  return { lines, others };
}

/** Where a program that is not known to be harmless, or its inline program, may name others. */
function mentioned(name: string, { words, input }: ShellCommand): readonly Inside[] {
  const row = riskyPrograms.get(name);
  if (row?.code) return [textOf(words)];
  const starter = startersAfter.get(name);
  if (row?.obeys && !starter) return input ? obeyed(input, row.runs) : [];
  if (name === "ssh") return input ? obeyed(input, undefined) : [];
  if (starter) {
    const start = words.findIndex(({ text = "" }) => starter.test(text));
    return start === -1
      ? []
      : [...insideUnknown(words.slice(start + 1)), ...(input ? obeyed(input, undefined) : [])];
  }
  const isKnown =
    row !== undefined ||
    name === "" ||
    /^git(?:-|$)/.test(name) ||
    plainPrograms.has(name) ||
    runsOthers(name);
  // With an argument that can name a program, the others may too.
  if (row && riskyArguments({ words }).some((index) => words[index]?.text !== undefined))
    return [textOf(words.slice(1)), ...(input ? obeyed(input, undefined) : [])];
  const runner = projectRunners.get(name);
  return isKnown || (runner && runner.verbs?.length !== 0) ? [] : insideUnknown(words.slice(1));
}

function textOf(words: readonly ShellWord[]): InlineProgram | "unknown" {
  if (words.some((word) => word.text === undefined && word.filled?.includes("`"))) return "unknown";
  return {
    code: words
      .map((word) => word.text ?? word.filled?.join("\n") ?? word.base ?? word.written ?? "")
      .join("\n"),
  };
}

/** What a program reads and obeys; a file or a pipe is a script like any other. */
function obeyed(input: ShellWord, runs: RegExp | undefined): readonly Inside[] {
  const text = input.text ?? input.written;
  if (text === undefined) return [];
  return runs?.test(text) ? ["unknown"] : [{ code: text }];
}

/** Any argument may be a program, and a shell with `-c` most likely is one. */
function insideUnknown(words: readonly ShellWord[]): readonly Inside[] {
  const found = words.findIndex(({ text = "" }) => shells.has(programName(text)));
  const rest = words.slice(Math.max(found, 0));
  const runsLine = found !== -1 && rest.some(({ text = "" }) => /^-\w*c$/.test(text));
  const inner = runsLine
    ? insideShell(programName(rest[0]?.text ?? ""), { words: rest, input: undefined })
    : [];
  return [textOf(words), inner];
}

/** A program that runs others, in forms too many for a table: any argument may be a program or a command line. */
function insideShape({ words, input }: ShellCommand): readonly Inside[] {
  const rest = words.slice(1);
  const first = rest.find(({ text }) => text === undefined || !text.startsWith("-"));
  if (first === undefined) return input ? ["unknown"] : [];
  if (first.text === undefined && first.base === undefined) return ["unknown"];
  const lines = rest.flatMap(({ text = "" }) =>
    /^[^#].*[\s"'\\$`;|&<>()]/s.test(text) ? [readInnerLine(text)] : [],
  );
  return [...insideUnknown(rest), ...lines, ...(input ? obeyed(input, undefined) : [])];
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
export const changesPrograms: RegExp =
  /^(?:PATH|LD_.*|DYLD_.*|BASH_ENV|BASH_FUNC.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[04]|LESS.*|GIT_CONFIG.*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|MAKEFILES|TAR_OPTIONS|npm_config_.*)$/i;

export const holdsProgram: RegExp =
  /^(?:SHELL|CC|CXX|GIT_SSH|GIT_EXTERNAL_DIFF|.*(?:EDITOR|VISUAL|PAGER|BROWSER|COMMAND|NULLCMD|ASKPASS|WRAPPER|RUNNER|_RSH))$/i;

export const holdsOptions: RegExp = /(?:OPTS?|OPTIONS|FLAGS)$/i;
/** Letters and numbers, without words that name a program or code. */
const plainOptions =
  /^(?!.*(?:action|command|data:|\/dev\/|eval|exec|linker|OnError|OnOut|plugin|\/proc\/|program|runner|shell|wrapper))[\w\s.=:,+@%/-]*$/is;

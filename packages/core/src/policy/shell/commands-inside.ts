import {
  type InlineProgram,
  type InnerCommands,
  insideFind,
  insideInterpreter,
  insideShell,
  interpreters,
  isVariable,
  lineOf,
  namesScript,
  readInnerLine,
  toCommand,
} from "./inside-programs.ts";

import { programName, type ShellAssignment, type ShellCommand, type ShellWord } from "./shell-command.ts";

import {
  opaqueArguments,
  opaquePrograms,
  shells,
  type Wrapper,
  wrapperPrograms,
} from "./wrapper-programs.ts";

/**
 * The commands a program runs in turn, one level deep: `sudo rm x` contains `rm x`. The words are the same objects as
 * the command's, unless they were parsed from a string.
 */
export function commandsInside({ words, input }: ShellCommand): InnerCommands | InlineProgram {
  const program = words[0]?.text ?? words[0]?.base;
  if (program === undefined) return words.length === 0 ? [] : "unknown";
  const name = programName(program);
  // These only print.
  if (name === "crontab" && words.length === 2 && words[1]?.text === "-l") return [];
  if (name === "command" && /^-p?[vV]$/.test(words[1]?.text ?? "")) return [];
  if (opaquePrograms.has(name) || isLoader(name)) return "unknown";
  if (shells.has(name)) return insideShell(name, { words, input });
  if (name === "find" || name === "fd" || name === "fdfind") return insideFind(name, words);
  if (name === "source" || name === ".") return words[1] && isSourced(words[1], input) ? [] : "unknown";
  const interpreter = interpreters.get(name);
  if (interpreter !== undefined) return insideInterpreter(interpreter, { words, input });
  const wrapper = wrapperPrograms.get(name);
  if (wrapper) return withInput(insideWrapper(wrapper, words), input);
  const opaque = opaqueArguments.get(name);
  if (!opaque || !words.some(({ text }) => opaque.test(text ?? ""))) return [];
  return name === "bun" || name === "deno" ? evaluated(words, input) : "unknown";
}

/** `deno eval` and `bun -e`: the code is among the arguments, or on the input. */
function evaluated(words: readonly ShellWord[], input: ShellWord | undefined): InlineProgram | "unknown" {
  const texts = [...words, ...(input ? [input] : [])].map((word) => word.text ?? word.written);
  return words.length > 2 && texts.every((text) => text !== undefined)
    ? { code: texts.join("\n") }
    : "unknown";
}

/** Only with an input might a word not known in advance name that. */
function isSourced(word: ShellWord, input: ShellWord | undefined): boolean {
  return namesScript(word) || (isVariable(word) && input === undefined);
}

/** What a wrapper runs reads the wrapper's input. */
function withInput(inside: InnerCommands, input: ShellWord | undefined): InnerCommands {
  return inside === "unknown" || input === undefined ? inside : inside.map((one) => ({ ...one, input }));
}

/** Whether a program is known to run others. */
export function runsOthers(name: string): boolean {
  return (
    opaquePrograms.has(name) ||
    isLoader(name) ||
    shells.has(name) ||
    interpreters.has(name) ||
    wrapperPrograms.has(name) ||
    opaqueArguments.has(name)
  );
}

/** The dynamic loader can be called directly with a program's name. */
function isLoader(name: string): boolean {
  return /^ld(?:-[\w-]+)?\.so/.test(name);
}

const furtherWords: ShellWord = { prefix: "", splits: true };

/** What a wrapper program runs. */
export function insideWrapper(wrapper: Wrapper, words: readonly ShellWord[]): InnerCommands {
  const verb = wrapper.verbs ? findVerb(wrapper.verbs, words) : 0;
  if (verb === "none") return [];
  const options = findCommand(wrapper, words, verb + 1);
  if (options === "unknown") return "unknown";
  const { start, assignments } = readAssignments(wrapper, words, options);
  if (words.slice(verb + 1, start).some(({ text = "" }) => wrapper.opaque?.test(text))) return "unknown";
  const rest = words.slice(start);
  if (rest.length === 0) return assignments.length > 0 ? [toCommand([], assignments)] : [];
  if (wrapper.runs === "words" || wrapper.runs === "words-and-more") {
    // An option where the program should be: the table does not know this form.
    if (rest[0]?.text?.startsWith("-")) return "unknown";
    return [toCommand(wrapper.runs === "words" ? rest : [...rest, furtherWords], assignments)];
  }
  const line = wrapper.runs === "first-word" ? rest.slice(0, 1) : rest;
  const texts = line.map(lineOf);
  return texts.every((text) => text !== undefined) ? readInnerLine(texts.join(" ")) : "unknown";
}

/** Index of the verb: the first word that is neither an option nor possibly an option's value. */
function findVerb(verbs: readonly string[], words: readonly ShellWord[]): number | "none" {
  for (let index = 1; index < words.length; index++) {
    const text = words[index]?.text ?? "";
    if (verbs.includes(text)) return index;
    const mayBeValue = words[index - 1]?.text?.startsWith("-");
    if (!text.startsWith("-") && !mayBeValue) return "none";
  }
  return "none";
}

/** Where the wrapper's own options and arguments end. */
function findCommand(wrapper: Wrapper, words: readonly ShellWord[], from: number): number | "unknown" {
  let index = from;
  for (; index < words.length; index++) {
    const word = words[index];
    if (word?.text === undefined) {
      if (word && wrapper.assigns && isAssignment(word)) break;
      // A duration or a host, most likely, or a line in double quotes.
      const isLine = wrapper.runs === "line" || wrapper.runs === "first-word";
      if (word && !word.splits && (wrapper.skip || isLine)) break;
      return "unknown";
    }
    if (word.text === "--") {
      index++;
      break;
    }
    const length = optionLength(wrapper, word.text);
    if (length === undefined) return "unknown";
    if (length === 0) break;
    index += length - 1;
  }
  index += wrapper.skip ?? 0;
  return words.slice(from, index).every((word) => word.text !== undefined || !word.splits)
    ? index
    : "unknown";
}

function isAssignment(word: ShellWord): boolean {
  // `env` takes any word with `=`, whatever the name.
  return word.text === undefined ? !word.splits && /^[^=]+=/.test(word.prefix) : /^[^=]+=/s.test(word.text);
}

type Assigned = { readonly start: number; readonly assignments: readonly ShellAssignment[] };

function readAssignments({ assigns }: Wrapper, words: readonly ShellWord[], from: number): Assigned {
  const others = words.findIndex((word, index) => index >= from && !(assigns && isAssignment(word)));
  const start = others === -1 ? words.length : others;
  return { start, assignments: words.slice(from, start).map(toAssignment) };
}

/** `NAME=value` as an argument. */
export function toAssignment(word: ShellWord): ShellAssignment {
  const text = word.text ?? word.prefix;
  const at = text.indexOf("=");
  const value = text.slice(at + 1);
  return {
    name: text.slice(0, at),
    value: word.text === undefined ? { ...word, prefix: value } : { text: value },
  };
}

/** Number of words an option takes: 0 if it is not an option, undefined if unknown. */
function optionLength(wrapper: Wrapper, text: string): number | undefined {
  const { flags = "", values = "", long = [], longValues = [], skip = 0 } = wrapper;
  if (long.includes(text)) return 1;
  if (longValues.includes(text)) return 2;
  // `env --split-string=…`, `flock --command=…` and `npx --call=…` contain a command, also when abbreviated.
  if (/^--[\w-]+=/.test(text))
    return /^--(?:s|co|ca)/.test(text) && !isValue(longValues, text) ? undefined : 1;
  // `nice -5`, and `!` after `time`.
  if (/^-\d+$/.test(text) || (text === "!" && flags.includes("!"))) return 1;
  if (!text.startsWith("-") || (text === "-" && skip > 0)) return 0;
  for (let index = 1; index < text.length; index++) {
    const letter = text[index] ?? "";
    if (values.includes(letter)) return index + 1 < text.length ? 1 : 2;
    if (!flags.includes(letter)) return undefined;
  }
  return 1;
}

function isValue(longValues: readonly string[], text: string): boolean {
  return longValues.some((option) => text.startsWith(`${option}=`));
}

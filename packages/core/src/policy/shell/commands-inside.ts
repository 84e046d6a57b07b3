import { programName } from "./program-name.ts";
import { readShell } from "./read-shell.ts";
import type { ShellCommand, ShellWord } from "./shell-command.ts";
import { interpreters, opaquePrograms, shells, type Wrapper, wrapperPrograms } from "./wrapper-programs.ts";

/** Commands, or that nobody can say which. */
type InnerCommands = readonly ShellCommand[] | "unknown";

/**
 * The commands that a command's program runs in turn, one step deep: `sudo rm x` holds `rm x`. Their words are the
 * very words of the command, unless they were read from a string.
 */
export function commandsInside({ words }: ShellCommand): InnerCommands {
  const program = words[0]?.text;
  if (program === undefined) return words.length === 0 ? [] : "unknown";
  const name = programName(program);
  if (opaquePrograms.has(name)) return "unknown";
  if (shells.has(name)) return insideShell(words);
  if (name === "find" || name === "fd") return insideFind(words);
  const codeLetters = interpreters.get(name);
  if (codeLetters !== undefined) return hasInlineCode(words, codeLetters) ? "unknown" : [];
  const wrapper = wrapperPrograms.get(name);
  return wrapper ? insideWrapper(wrapper, words) : [];
}

/**
 * With `-c` a shell runs the line that follows. A script in a file is a program like any other, whether a shell is named
 * before it or not; what comes from a pipe or another process cannot be seen.
 */
function insideShell(words: readonly ShellWord[]): InnerCommands {
  const index = words.findIndex(({ text }, at) => at > 0 && !/^-[a-bd-z]+$/.test(text ?? ""));
  const first = words[index]?.text;
  const readsInput = words.slice(1, index).some(({ text = "" }) => text.includes("s"));
  if (first !== undefined && !readsInput && !/^[-+]|^\/(?:dev|proc)\//.test(first)) return [];
  // After `-c` may stand further options, and then the line.
  const code = words[index + 1]?.text ?? "-";
  return /^-[a-z]*c$/.test(words[index]?.text ?? "") && !/^[-+]/.test(code) ? readLine(code) : "unknown";
}

function readLine(line: string): InnerCommands {
  const reading = readShell(line);
  return reading.ok ? reading.commands : "unknown";
}

const findActions: ReadonlySet<string> = new Set([
  "-exec",
  "-execdir",
  "-ok",
  "-okdir",
  "-x",
  "-X",
  "--exec",
  "--exec-batch",
]);

function insideFind(words: readonly ShellWord[]): InnerCommands {
  const commands: ShellCommand[] = [];
  for (let index = 1; index < words.length; index++) {
    const { text } = words[index] ?? {};
    if (text === undefined) return "unknown";
    if (!findActions.has(text)) continue;
    let end = index + 1;
    while (end < words.length && !/^[;+]$/.test(words[end]?.text ?? "")) end++;
    const command = words.slice(index + 1, end);
    commands.push(toCommand(command.map((word) => (word.text?.includes("{}") ? unknownWord : word))));
    index = end;
  }
  return commands;
}

const unknownWord: ShellWord = { prefix: "", splits: false };
const furtherWords: ShellWord = { prefix: "", splits: true };

function toCommand(words: readonly ShellWord[]): ShellCommand {
  return { assignments: [], words, redirections: [] };
}

function hasInlineCode(words: readonly ShellWord[], letters: string): boolean {
  const code = new RegExp(`^-[A-Za-z]*[${letters}]|^--(eval|print)`);
  return words.some(({ text }) => text === undefined || code.test(text));
}

function insideWrapper(wrapper: Wrapper, words: readonly ShellWord[]): InnerCommands {
  const start = findCommand(wrapper, words);
  if (start === "unknown") return "unknown";
  const rest = words.slice(start);
  if (rest.length === 0) return [];
  if (wrapper.runs === "words") return [toCommand(rest)];
  if (wrapper.runs === "words-and-more") return [toCommand([...rest, furtherWords])];
  const line = wrapper.runs === "first-word" ? rest.slice(0, 1) : rest;
  return line.every(({ text }) => text !== undefined)
    ? readLine(line.map(({ text }) => text).join(" "))
    : "unknown";
}

/** Where the command begins, after the wrapper's own options and arguments. */
function findCommand(wrapper: Wrapper, words: readonly ShellWord[]): number | "unknown" {
  let index = 1;
  for (; index < words.length; index++) {
    const text = words[index]?.text;
    if (text === undefined) return "unknown";
    if (text === "--") {
      index++;
      break;
    }
    const length = optionLength(wrapper, text);
    if (length === undefined) return "unknown";
    if (length === 0) break;
    index += length - 1;
  }
  index += wrapper.skip ?? 0;
  if (wrapper.assigns) while (/^\w+=/.test(words[index]?.text ?? "")) index++;
  return words.slice(1, index).every(({ text }) => text !== undefined) ? index : "unknown";
}

/** How many words an option takes up: none when it is no option, undefined when it is not known. */
function optionLength(
  { flags = "", values = "", long = [], skip = 0 }: Wrapper,
  text: string,
): number | undefined {
  if (/^--[\w-]+=/.test(text) || long.includes(text)) return 1;
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

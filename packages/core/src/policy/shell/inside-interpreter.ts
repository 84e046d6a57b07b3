import { type InnerCommands, namesScript } from "./inner-commands.ts";
import type { Interpreter } from "./interpreters.ts";
import type { ShellWord } from "./shell-command.ts";

/** A script file is a program like any other; code in the command itself or on its input is opaque. */
export function insideInterpreter(interpreter: Interpreter, words: readonly ShellWord[]): InnerCommands {
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    if (word?.text === undefined || !/^-./.test(word.text)) return word && namesScript(word) ? [] : "unknown";
    if (endsAll.test(word.text)) return [];
    const length = optionLength(interpreter, word.text);
    if (length === "unknown") return "unknown";
    if (length === "script") return [];
    const values = words.slice(index + 1, index + length);
    if (!/^--?[\w-]+(?:=.*)?$/s.test(word.text) || !values.every(isKnownScript)) return "unknown";
    if (/=(?:data:|\/dev\/|\/proc\/)/.test(word.text) || values.some(isData)) return "unknown";
    index += length - 1;
  }
  // Without a file it reads its input, except when it looks for tests.
  return words.some(({ text }) => text === "--test") ? [] : "unknown";
}

const endsAll = /^(?:-V|--version|-h|--help)$/;

function isKnownScript(word: ShellWord): boolean {
  return word.text !== undefined && namesScript(word);
}

function isData({ text }: ShellWord): boolean {
  return text?.startsWith("data:") === true;
}

/** Number of words an option takes; `script` if the rest belongs to what it names. */
function optionLength(interpreter: Interpreter, text: string): number | "script" | "unknown" {
  const { flags = "", values = "", long = [], longValues = [], module } = interpreter;
  if (text === "--") return 1;
  if (text.startsWith("--")) {
    if (/^--(?:eval|print|exec|command)/.test(text)) return "unknown";
    if (long.includes(text) || /^--[\w-]+=/.test(text)) return 1;
    return longValues.includes(text) ? 2 : "unknown";
  }
  for (let index = 1; index < text.length; index++) {
    const letter = text.charAt(index);
    if (letter === module) return "script";
    if (values.includes(letter)) return index + 1 < text.length ? 1 : 2;
    if (!flags.includes(letter)) return "unknown";
  }
  return 1;
}

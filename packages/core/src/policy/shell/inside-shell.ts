import { type InnerCommands, namesScript, readInnerLine } from "./inner-commands.ts";
import type { ShellWord } from "./shell-command.ts";

type Options = {
  /** Index of the first word that is not an option. */
  readonly end: number;
  readonly letters: string;
};

/**
 * With `-c` a shell runs the line that follows. A script file is a program like any other, with or without a shell
 * before it; input from a pipe or another process is opaque.
 */
export function insideShell(name: string, words: readonly ShellWord[]): InnerCommands {
  const options = readOptions(name, words);
  if (options === undefined) return "unknown";
  const operand = words[options.end];
  if (options.letters.includes("c"))
    return operand?.text === undefined ? "unknown" : readInnerLine(operand.text);
  if (options.letters.includes("?")) return [];
  if (options.letters.includes("s")) return "unknown";
  // `-n` only checks the syntax.
  if (options.letters.includes("n") && operand && (operand.text !== undefined || !operand.splits)) return [];
  return operand && namesScript(operand) ? [] : "unknown";
}

const bash = /^r?bash$/;
const plainLong = /^--(?:login|noediting|noprofile|norc|posix|restricted|verbose)$/;
/** In bash, one dash is enough for a long option. */
const longWithOneDash =
  /^-(?:debug|dump|help|init|login|noediting|noprofile|norc|posix|pretty|protected|rcfile|restricted|verbose|version|wordexp)/;

/** Undefined if an option, or which word is its value, is unknown. */
function readOptions(name: string, words: readonly ShellWord[]): Options | undefined {
  let letters = "";
  let index = 1;
  for (; index < words.length; index++) {
    const { text } = words[index] ?? {};
    if (text === undefined || !/^[-+]./.test(text)) break;
    if (text === "--") return { end: index + 1, letters };
    if (text === "--version" || text === "--help") return { end: index, letters: `${letters}?` };
    if (plainLong.test(text)) continue;
    const isPlain = bash.test(name) ? /^[-+][A-Za-z]+$/ : /^[-+][a-z]+$/;
    if (!isPlain.test(text) || longWithOneDash.test(text) || /^\+.*[cns]/.test(text)) return undefined;
    letters += text.slice(1);
    const valueAt = text.search(/[oO]/);
    if (valueAt === -1) continue;
    // Some shells take the rest of the word as the value, others the next word.
    if (valueAt !== text.length - 1 || words[index + 1]?.text === undefined) return undefined;
    index++;
  }
  // A single dash also ends the options.
  return { end: words[index]?.text === "-" ? index + 1 : index, letters };
}

import { policyLimits } from "../limits.ts";
import { isCompound, readCompound } from "./read-compound.ts";
import { namesDescriptor, readRedirection, skipComment, skipLines } from "./read-redirection.ts";
import { bareText, type ReadWord, readWord } from "./read-word.ts";
import type { ShellReading, ShellWord } from "./shell-command.ts";
import {
  addInput,
  type CommandDraft,
  nest,
  type ShellSource,
  skipBlanks,
  take,
  UnreadableShell,
  unknownInput,
  unreadable,
} from "./shell-source.ts";

/**
 * Every simple command a shell line would run, or why it cannot be determined. Never throws. Anything shells read
 * differently, and anything only some shells have, makes the whole line unreadable.
 */
export function readShell(command: string): ShellReading {
  if (command.length > policyLimits.shellCommandCharacters)
    return { ok: false, problem: "the command is too long" };
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(command)) return { ok: false, problem: "a control character" };
  if (!command.isWellFormed()) return { ok: false, problem: "a lone surrogate" };
  const source: ShellSource = { text: command, at: 0, depth: 0, commands: [], waiting: [], readList };
  try {
    readList(source);
    if (source.at < command.length) unreadable(`an unexpected ${command[source.at]}`);
    if (source.waiting.length > 0) unreadable("a here-document without text");
    if (source.commands.length === 0) unreadable("there is no command");
  } catch (error) {
    if (error instanceof UnreadableShell) return { ok: false, problem: error.message };
    throw error;
  }
  return { ok: true, commands: source.commands };
}

/** Commands separated by `;`, `&` and line breaks. */
function readList(source: ShellSource): void {
  for (;;) {
    skipLines(source);
    if (!readChain(source)) return;
    skipBlanks(source);
    skipComment(source);
    const character = source.text[source.at];
    if (character === "\n") continue;
    if (character !== ";" && character !== "&") return;
    // `;;` and `;&` end a branch of `case`.
    if (character === ";" && /[;&]/.test(source.text[source.at + 1] ?? "")) return;
    source.at++;
  }
}

/** Commands joined by `&&`, `||`, `|` and `|&`. */
function readChain(source: ShellSource): boolean {
  let start = source.commands.length;
  if (!readCommand(source)) return false;
  for (;;) {
    skipBlanks(source);
    const isPipe = !take(source, "&&") && !take(source, "||");
    if (isPipe && !take(source, "|&") && !take(source, "|")) return true;
    skipLines(source);
    const before = source.commands.slice(start, start + 2);
    start = source.commands.length;
    if (!readCommand(source)) unreadable("a missing command");
    if (isPipe) for (const command of source.commands.slice(start)) addInput(command, outputOf(before));
  }
}

/** What commands print, if that is certain. */
function outputOf([command, another]: readonly CommandDraft[]): ShellWord {
  const [program, ...words] = command?.words ?? [];
  const texts = words.map(({ text }) => text);
  const isPlain =
    another === undefined &&
    program?.text === "echo" &&
    !words.some(({ text }) => !text || /^-|\\/.test(text));
  return isPlain ? { text: `${texts.join(" ")}\n` } : unknownInput();
}

/** Keywords that close a construct; none of them starts a command. */
const closing: ReadonlySet<string> = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "}", "in"]);
/** Keywords of bash and zsh that other shells take for programs; after `-`, zsh runs the next word. */
const refused: ReadonlySet<string> = new Set(
  "function select coproc ]] repeat foreach end nocorrect -".split(" "),
);

function readCommand(source: ShellSource): boolean {
  if (take(source, "(")) {
    if (source.text[source.at] === "(") unreadable("arithmetic in ((…))");
    readCompound(source, "(");
    return true;
  }
  const start = source.at;
  const first = readWord(source);
  const keyword = bareText(first) ?? "";
  if (keyword === "!") return readNegated(source);
  if (closing.has(keyword)) {
    source.at = start;
    return false;
  }
  if (refused.has(keyword)) unreadable(`the keyword ${keyword}`);
  if (!isCompound(keyword)) return readSimple(source, first);
  readCompound(source, keyword);
  return true;
}

/** After `!`, which only inverts the exit code. */
function readNegated(source: ShellSource): boolean {
  nest(source, () => {
    skipBlanks(source);
    if (!readCommand(source)) unreadable("a missing command");
  });
  return true;
}

function readSimple(source: ShellSource, first: ReadWord | undefined): boolean {
  const command: CommandDraft = { assignments: [], words: [], redirections: [] };
  const start = source.at;
  let word = first;
  const signs: string[] = [];
  for (;;) {
    if (word !== undefined && !namesDescriptor(source, word)) {
      // Without `&>`, a shell reads `a &> f b` as two commands: `a` in the background and `b`.
      if (signs.some((sign) => sign.startsWith("&"))) unreadable("a word after &>");
      // Zsh ends a group at any such word.
      if (bareText(word) === "}" && command.words.length > 0) unreadable("a } that only some shells know");
      addWord(command, word);
    }
    skipBlanks(source);
    const sign = readRedirection(source, command);
    if (sign !== undefined) {
      signs.push(sign);
      word = undefined;
      continue;
    }
    word = readWord(source);
    if (word === undefined) break;
  }
  if (first === undefined && source.at === start) return false;
  if (source.text[source.at] === "(") unreadable("a function or an array");
  const hasProgram = command.words.length > 0 || command.assignments.length > 0;
  if (!hasProgram && !isFileSubstitution(source, signs, start)) command.words.push({ text: "cat" });
  source.commands.push(command);
  return true;
}

/**
 * Whether a redirection without a program is `$(< f)`, which only reads the file. For any other, zsh runs `cat`, and for
 * `< f` a pager.
 */
function isFileSubstitution(source: ShellSource, signs: readonly string[], start: number): boolean {
  if (signs.length !== 1 || signs[0] !== "<") return false;
  if (
    source.text[source.at] !== ")" ||
    !/\$\([ \t]{0,9}$/.test(source.text.slice(Math.max(0, start - 11), start))
  )
    unreadable("a file without a program");
  return true;
}

const assignment = /^([A-Za-z_]\w*)(\[.*)?\+?=/s;

function addWord(command: CommandDraft, word: ReadWord): void {
  const [all, name, subscript] = (command.words.length === 0 && assignment.exec(word.bare)) || [];
  if (all === undefined || name === undefined) {
    command.words.push(word.value);
    return;
  }
  if (subscript !== undefined) unreadable("an array");
  command.assignments.push({ name, value: withoutName(word.value, all.length) });
}

function withoutName(word: ShellWord, length: number): ShellWord {
  if (word.text !== undefined) return { text: word.text.slice(length) };
  return { ...word, prefix: word.prefix.slice(length) };
}

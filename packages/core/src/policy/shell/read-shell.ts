import { policyLimits } from "../limits.ts";
import { isCompound, readCompound } from "./read-compound.ts";
import { addWord, checkNames, readCounting, readFunction } from "./read-definition.ts";
import { namesDescriptor, readRedirection, skipComment, skipLines } from "./read-redirection.ts";
import { bareText, type ReadWord, readWord, withValues } from "./read-word.ts";
import type { ShellReading, ShellWord } from "./shell-command.ts";
import {
  addInput,
  type CommandDraft,
  match,
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
  const source: ShellSource = {
    text: command,
    at: 0,
    depth: 0,
    commands: [],
    waiting: [],
    names: { functions: new Set(), numbers: new Map(), values: new Map(), counted: new Set(), signs: [] },
    readList,
  };
  try {
    readList(source);
    if (source.at < command.length) unreadable(`an unexpected ${command[source.at]}`);
    if (source.waiting.length > 0) unreadable("a here-document without text");
    if (source.commands.length === 0) unreadable("there is no command");
    checkNames(source);
    // In a loop or a function, what is set later may be used before.
    if (source.names.values.size > 0)
      for (const { words } of source.commands)
        for (const [index, word] of words.entries()) words[index] = withValues(source, word);
  } catch (error) {
    if (error instanceof UnreadableShell) return { ok: false, problem: error.message };
    throw error;
  }
  const { signs } = source.names;
  return { ok: true, commands: source.commands, ...(signs && signs.length > 0 && { signs }) };
}

/** Commands separated by `;`, `&` and line breaks. */
function readList(source: ShellSource): void {
  let separator = "";
  for (;;) {
    skipLines(source);
    source.definition = undefined;
    const links = readChain(source, separator);
    if (links === 0) return;
    const { definition } = source;
    skipComment(source);
    const character = source.text[source.at];
    // Only then is it certainly defined in what follows: not in a pipe, after a condition or in the background.
    if (definition !== undefined && links === 1 && character !== "&") source.names.functions.add(definition);
    separator = character === "&" ? "&" : ";";
    if (character === "\n") continue;
    if (character !== ";" && character !== "&") return;
    // `;;` and `;&` end a branch of `case`.
    if (character === ";" && /[;&]/.test(source.text[source.at + 1] ?? "")) return;
    // An operator of zsh; elsewhere the next program starts with `!`.
    if (source.text.startsWith("&!", source.at)) unreadable("a ! after &");
    source.at++;
  }
}

/** Commands joined by `&&`, `||`, `|` and `|&`, and how many there are. */
function readChain(source: ShellSource, separator: string): number {
  let start = source.commands.length;
  if (!readCommand(source)) return 0;
  noteSign(source, separator, start);
  for (let links = 1; ; links++) {
    skipBlanks(source);
    const sign = match(source, chainSign);
    if (sign === undefined) return links;
    const isPipe = sign.startsWith("|") && sign !== "||";
    skipLines(source);
    const before = source.commands.slice(start, start + 2);
    start = source.commands.length;
    if (!readCommand(source)) unreadable("a missing command");
    noteSign(source, sign, start);
    if (isPipe) for (const command of source.commands.slice(start)) addInput(command, outputOf(before));
  }
}

const chainSign = /&&|\|\||\|&|\|/y;

/** Notes the operator before a command that was read from `start` on. */
function noteSign({ depth, names, commands }: ShellSource, sign: string, start: number): void {
  if (depth > 0) return;
  if (commands.length !== start + 1) names.signs = undefined;
  else if (start > 0) names.signs?.push(sign);
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
  if (source.text.startsWith("((", source.at)) {
    readCounting(source);
    return true;
  }
  if (take(source, "(")) {
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
  let isParted = false;
  for (;;) {
    if (word !== undefined && !namesDescriptor(source, word)) {
      // Without `&>`, a shell reads `a &> f b` as two commands: `a` in the background and `b`.
      if (isParted) unreadable("a word after &>");
      // Zsh ends a group at any such word.
      if (bareText(word) === "}") unreadable("a } that only some shells know");
      addWord(source, command, word);
    }
    skipBlanks(source);
    const sign = readRedirection(source, command);
    if (sign !== undefined) {
      signs.push(sign);
      isParted ||= sign.startsWith("&");
      word = undefined;
      continue;
    }
    word = readWord(source);
    if (word === undefined) break;
  }
  if (first === undefined && source.at === start) return false;
  if (source.text[source.at] === "(") return readFunction(source, command, first);
  const hasProgram = command.words.length > 0 || command.assignments.length > 0;
  if (!hasProgram && !isFileSubstitution(source, signs, start)) command.words.push({ text: "cat" });
  if (source.names.functions.has(command.words[0]?.text ?? "")) command.callsFunction = true;
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

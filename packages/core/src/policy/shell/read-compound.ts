import { readArithmetic } from "./read-arithmetic.ts";
import { namesDescriptor, readRedirection, skipLines } from "./read-redirection.ts";
import { bareText, type ReadWord, readWord } from "./read-word.ts";
import {
  type CommandDraft,
  isPlainVariable,
  match,
  nest,
  noteValue,
  noteVariable,
  type ShellSource,
  skipBlanks,
  take,
  unknownInput,
  unreadable,
} from "./shell-source.ts";

/** How a compound command continues after its first keyword. */
const readers: Readonly<Record<string, (source: ShellSource) => void>> = {
  "(": (source) => {
    readBody(source);
    if (!take(source, ")")) unreadable("a ( without its )");
  },
  "{": (source) => {
    readBody(source);
    expectKeyword(source, "}");
  },
  if: readIf,
  while: readLoop,
  until: readLoop,
  for: readFor,
  case: readCase,
  "[[": readTest,
};

export function isCompound(keyword: string): boolean {
  return Object.hasOwn(readers, keyword);
}

/** Reads a compound command and the redirections after it, which are attached to its last inner command. */
export function readCompound(source: ShellSource, keyword: string): void {
  const start = source.commands.length;
  nest(source, () => readers[keyword]?.(source));
  const last = source.commands.at(-1);
  if (last === undefined) return;
  readRedirections(source, last);
  if (last.input) for (const command of source.commands.slice(start)) command.input ??= unknownInput();
}

function readRedirections(source: ShellSource, last: CommandDraft): void {
  for (;;) {
    skipBlanks(source);
    if (readRedirection(source, last)) continue;
    const start = source.at;
    const word = readWord(source);
    if (word === undefined) return;
    if (!namesDescriptor(source, word)) {
      // Possibly a keyword of the enclosing command; otherwise the caller rejects it.
      source.at = start;
      return;
    }
  }
}

/** A list with at least one command. */
function readBody(source: ShellSource): void {
  const before = source.commands.length;
  source.readList(source);
  if (source.commands.length === before) unreadable("a part without a command");
}

/** After spaces, which the caller has skipped. */
function expectKeyword(source: ShellSource, keyword: string): void {
  if (bareText(readWord(source)) !== keyword) unreadable(`a missing ${keyword}`);
}

function readIf(source: ShellSource): void {
  for (;;) {
    readBody(source);
    expectKeyword(source, "then");
    readBody(source);
    const keyword = bareText(readWord(source));
    if (keyword === "fi") return;
    if (keyword === "elif") continue;
    if (keyword !== "else") unreadable("a missing fi");
    readBody(source);
    expectKeyword(source, "fi");
    return;
  }
}

function readLoop(source: ShellSource): void {
  readBody(source);
  readDo(source);
}

function readDo(source: ShellSource): void {
  expectKeyword(source, "do");
  readBody(source);
  expectKeyword(source, "done");
}

function readFor(source: ShellSource): void {
  skipBlanks(source);
  if (take(source, "((")) readCountingHead(source);
  else readItems(source);
  take(source, ";");
  skipLines(source);
  readDo(source);
}

/** `((i = 0; i < 5; i++))`, which is a mistake in shells that do not know it. */
function readCountingHead(source: ShellSource): void {
  for (const until of [";", ";", ")"] as const) {
    readArithmetic(source, { until });
    take(source, ";");
  }
  if (!take(source, "))")) unreadable("arithmetic that does not end");
  skipBlanks(source);
}

/** The variable of a loop, and its values. */
function readItems(source: ShellSource): void {
  const name = bareText(readWord(source)) ?? unreadable("a loop without a variable");
  if (!/^[A-Za-z_]\w*$/.test(name)) unreadable("a loop without a variable");
  skipLines(source);
  const start = source.at;
  let areNumbers = false;
  if (bareText(readWord(source)) !== "in") source.at = start;
  else {
    areNumbers = true;
    for (;;) {
      skipBlanks(source);
      const word = readWord(source);
      if (word === undefined) break;
      noteValue(source, name, word.value);
      areNumbers &&= /^(?:-?\d+|\{\d+\.\.\d+\}|)$/.test(word.known ?? "x");
    }
  }
  noteVariable(source, name, areNumbers);
  // Like an assignment, if programs may use the variable.
  if (!isPlainVariable(name))
    source.commands.push({
      assignments: [{ name, value: { prefix: "", splits: true } }],
      words: [],
      redirections: [],
    });
}

function readCase(source: ShellSource): void {
  skipBlanks(source);
  if (readWord(source) === undefined) unreadable("a case of nothing");
  skipLines(source);
  expectKeyword(source, "in");
  for (;;) {
    skipLines(source);
    const start = source.at;
    if (bareText(readWord(source)) === "esac") return;
    source.at = start;
    readChoice(source);
  }
}

/** `a | b) commands ;;` */
function readChoice(source: ShellSource): void {
  take(source, "(");
  do {
    skipBlanks(source);
    if (readWord(source) === undefined) unreadable("a case without a pattern");
    skipBlanks(source);
  } while (take(source, "|"));
  if (!take(source, ")")) unreadable("a case without a pattern");
  source.readList(source);
  if (!take(source, ";;&") && !take(source, ";;")) take(source, ";&");
}

/**
 * After `[[`, up to its `]]`: a builtin that starts no program. Other shells do not know `[[` and end the command at
 * operators such as `||`. What follows there would be a program, so it must be a test like `-f`. Groups and patterns
 * with parentheses are refused.
 */
function readTest(source: ShellSource): void {
  let words: ReadWord[] = [{ value: { text: "[[" }, bare: "[[" }];
  for (;;) {
    skipBlanks(source);
    const isNext = match(source, /&&|\|\|/y) !== undefined;
    if (isNext) {
      pushTest(source, words);
      words = [];
      skipBlanks(source);
    }
    const word = readWord(source);
    if (word === undefined || (isNext && !/^-[a-zA-Z]$/.test(bareText(word) ?? "")))
      unreadable("signs in [[…]]");
    words.push(word);
    if (bareText(word) === "]]") break;
  }
  pushTest(source, words);
}

function pushTest(source: ShellSource, words: readonly ReadWord[]): void {
  const values = words.map(({ value }) => value);
  if (values[1]?.text === "]]") unreadable("an empty [[…]]");
  for (const [index, { text }] of values.entries()) {
    const isCompared = /^-(?:eq|ne|lt|le|gt|ge)$/.test(text ?? "");
    // These evaluate their operands, and a subscript can run commands.
    if (/^-[vR]$/.test(text ?? "")) unreadable("a subscript in [[…]]");
    if (text === "-t" && !isNumber(source, words[index + 1])) unreadable("arithmetic in [[…]]");
    if (isCompared && ![words[index - 1], words[index + 1]].every((word) => isNumber(source, word)))
      unreadable("arithmetic in [[…]]");
  }
  source.commands.push({ assignments: [], words: values, redirections: [] });
}

/** Whether a word is certainly a number: digits, `$#` and the like, or a variable that the line sets to numbers. */
function isNumber({ names: { numbers, counted } }: ShellSource, word: ReadWord | undefined): boolean {
  if (/^[-+]?\d*$/.test(word?.known ?? "x")) return true;
  const written = word?.value.text === undefined ? word?.value.written : undefined;
  const [, name] = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(written ?? "") ?? [];
  if (name === undefined || !numbers.has(name)) return false;
  counted.add(name);
  return true;
}

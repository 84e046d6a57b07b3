import { printedShape } from "./printed-shape.ts";
import { readArithmetic } from "./read-arithmetic.ts";
import type { ShellWord } from "./shell-command.ts";
import {
  addInput,
  atProcessSubstitution,
  innerSource,
  match,
  nest,
  noteValue,
  noteVariable,
  readSubstitution,
  type ShellSource,
  take,
  unknownInput,
  unreadable,
} from "./shell-source.ts";

/** What a dollar expands to: itself, one word in quotes, many words even in quotes, a number, a hash, or a full path. */
export type Expansion = "none" | "one" | "many" | "number" | "hash" | "path";

type Context = { readonly quoted: boolean };

const parameter = /\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/y;
/** In zsh, `$~x` takes the value for a pattern, which can run commands; `$+x`, `$=x` and `$^x` are others of its kind. */
const zshFlag = /\$[~=^+]+[\w{@*#?$!([-]/y;

const subscript = /(?:\\\n)*\[/y;
/** In zsh, `$#x` is the length of `x`. */
const lengthSubscript = /(?:\\\n)*(?:[A-Za-z_]\w*|[@*#?$!-])?(?:\\\n)*\[/y;

/** Skips the expansion at this dollar; its commands are added to the others. */
export function readDollar(source: ShellSource, context: Context): Expansion {
  const { text, at } = source;
  // The shell removes line continuations first, so this dollar may belong to the next line.
  if (text.startsWith("\\\n", at + 1)) unreadable("a line continuation after a dollar");
  if (text[at + 1] === "[") unreadable("arithmetic in $[…]");
  if (text.startsWith("((", at + 1)) return readArithmeticExpansion(source);
  if (text[at + 1] === "(") return readCommandSubstitution(source);
  if (text[at + 1] === "{") return readBraces(source, context);
  if (match(source, zshFlag) !== undefined) unreadable("an expansion that only zsh knows");
  const found = match(source, parameter);
  if (found === undefined) {
    source.at++;
    return "none";
  }
  // Zsh evaluates it, with the commands in it, even if they are quoted.
  if (match(source, found === "$#" ? lengthSubscript : subscript) !== undefined)
    unreadable("a subscript without braces");
  if (found === "$@") return "many";
  if (found === "$PWD") return "path";
  return /^\$[#?$]$/.test(found) ? "number" : "one";
}

/** `$(…)`, at the dollar. */
function readCommandSubstitution(source: ShellSource): Expansion {
  source.at += 2;
  const start = source.at;
  const before = source.commands.length;
  readSubstitution(source);
  const code = source.text.slice(start, source.at);
  if (!take(source, ")")) unreadable("a substitution without an end");
  return printedShape(code, source.commands.slice(before)) ?? "one";
}

/** `<(…)` and `>(…)`. */
export function readProcessSubstitution(source: ShellSource): void {
  const isWritten = source.text[source.at] === ">";
  const start = source.commands.length;
  readCommandSubstitution(source);
  if (isWritten) for (const command of source.commands.slice(start)) addInput(command, unknownInput());
}

/** `` `…` ``. With a backslash inside, the text is not what runs. */
export function readBackticks(source: ShellSource): void {
  const end = source.text.indexOf("`", source.at + 1);
  if (end === -1) unreadable("a backtick without an end");
  const code = source.text.slice(source.at + 1, end);
  if (code.includes("\\")) unreadable("a backslash between backticks");
  if (source.waiting.length > 0) unreadable("a substitution after the beginning of a here-document");
  const inner = innerSource(source, code);
  readSubstitution(inner);
  if (inner.at < code.length) unreadable(`an unexpected ${inner.text[inner.at]}`);
  source.at = end + 1;
}

/** `$((…))`, at the dollar. */
function readArithmeticExpansion(source: ShellSource): Expansion {
  source.at += 3;
  readArithmetic(source, { until: ")" });
  if (!take(source, "))")) unreadable("arithmetic that does not end");
  return "number";
}

const length = /#(?:(?:[A-Za-z_]\w*)(?:\[[@*]\])?|\d+|[@*])?\}/y;
const keys = /![A-Za-z_]\w*\[[@*]\]\}/y;
const name = /[A-Za-z_]\w*|\d+|[@*#?$]/y;
const element = /\[(?:[@*]|-?\d+|\$?[A-Za-z_]\w*)\]/y;
const slice = /: *-?\d+(?:: *-?\d+)?\}|@[QULua]\}/y;
const operator = /:?[-+?=]|##?|%%?|\/[/#%]?|\^\^?|,,?/y;

/** `${…}`. Refuses forms that run a value (`@P`, `!`, subscripts that are not numbers), and unknown forms. */
function readBraces(source: ShellSource, context: Context): Expansion {
  source.at += 2;
  if (source.text[source.at] === "#") {
    if (match(source, length) === undefined) unreadable("an expansion of an unknown form");
    return "number";
  }
  if (match(source, keys) !== undefined) return "many";
  const parameterName = match(source, name);
  if (parameterName === undefined) unreadable("an expansion of an unknown form");
  const isMany = parameterName === "@" || readElement(source, parameterName);
  const plain: Expansion = isMany ? "many" : "one";
  if (take(source, "}")) return parameterName === "PWD" ? "path" : plain;
  if (match(source, slice) !== undefined) return plain;
  const sign = match(source, operator) ?? unreadable("an expansion of an unknown form");
  const start = source.at;
  let inside: Expansion = plain;
  nest(source, () => {
    while (!take(source, "}")) if (readBracesPiece(source, context) === "many") inside = "many";
  });
  if (sign.endsWith("=")) setDefault(source, parameterName, source.text.slice(start, source.at - 1));
  return inside;
}

/** The subscript of an array, if there is one; whether it stands for several words. */
function readElement(source: ShellSource, parameterName: string): boolean {
  if (source.text[source.at] !== "[") return false;
  const found = match(source, element) ?? unreadable("an expansion of an unknown form");
  const subscript = found.slice(1, -1).replace("$", "");
  const { numbers, counted } = source.names;
  if (/^[A-Za-z_]/.test(subscript)) {
    if (!numbers.has(subscript)) unreadable("a subscript that may hold a command");
    counted.add(subscript);
  }
  return /^[A-Za-z_]/.test(parameterName) && subscript === "@";
}

/** `${x:=…}` sets the variable. */
function setDefault(source: ShellSource, parameterName: string, written: string): void {
  noteVariable(source, parameterName, false);
  const value: ShellWord = { prefix: "", splits: true };
  noteValue(source, parameterName, { ...value, written });
  source.commands.push({ assignments: [{ name: parameterName, value }], words: [], redirections: [] });
}

/** Text in `${x:-…}`. Shells disagree about quotes in it if it is quoted itself. */
function readBracesPiece(source: ShellSource, context: Context): Expansion {
  const character = source.text[source.at];
  if (character === undefined) unreadable("an expansion without an end");
  if (character === "$" && /['"]/.test(source.text[source.at + 1] ?? ""))
    unreadable("a $ before a quote in an expansion");
  if (character === "$") return readDollar(source, context);
  if (character === "`") readBackticks(source);
  else if (character === "'" && !context.quoted) skipSingleQuoted(source);
  else if (character === "\\") source.at += 2;
  else if (/['"{\n]/.test(character) || atProcessSubstitution(source))
    unreadable(`a ${character === "\n" ? "line break" : character} in an expansion`);
  // In zsh a parenthesis after a pattern can run commands.
  else if (character === "(" && !context.quoted) unreadable("a ( in an expansion");
  else source.at++;
  return "one";
}

function skipSingleQuoted(source: ShellSource): void {
  const end = source.text.indexOf("'", source.at + 1);
  if (end === -1) unreadable("a quote without an end");
  source.at = end + 1;
}

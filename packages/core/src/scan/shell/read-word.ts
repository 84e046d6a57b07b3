import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { evaluateArithmetic } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { joined, readParameter } from "./read-parameter.ts";
import { lookUp } from "./scope.ts";
import type { Shell } from "./shell.ts";
import { concat, constant, empty, unknown, type Value } from "./value.ts";

/** Braces cost as much as a value of this length. */
const braceCost = 4000;

/** Fields that one word may become. */
const maxFields = 64;

/** What a word is as one value, without splitting it at blanks: in assignments, redirections and quotes. */
export function readValue(word: Word, shell: Shell): Value {
  return word.parts ? readPartsOf(word.parts, shell) : constant(word.value);
}

/** Parts of a word or of a heredoc, put together. */
export function readPartsOf(parts: readonly WordPart[], shell: Shell): Value {
  let value = empty;
  for (const part of parts) {
    const next = joined(readPart(part, shell));
    const isCheap = shell.spend(value.text.length + next.text.length);
    value = concat(isCheap ? value : short(value), isCheap ? next : short(next));
  }
  return value;
}

function short(value: Value): Value {
  return value.text.length > 200 ? unknown(value.text.slice(0, 200), value.carries) : value;
}

/** The fields that a word of a command becomes: braces expanded, unquoted variables split at blanks. */
export function readFields(word: Word, shell: Shell): readonly Value[] {
  const { parts } = word;
  if (!parts) return [constant(word.value)];
  if (parts.some(({ type }) => type === "BraceExpansion") && shell.spend(braceCost))
    return expandBraces(word.text, maxFields).flatMap((text) => readBraced(text, shell));
  const fields: Value[] = [];
  // An unquoted variable without a value yields no field, an empty pair of quotes does.
  let current: Value | undefined;
  for (const part of parts) {
    const values = readPart(part, shell);
    const isQuoted =
      part.type !== "SimpleExpansion" &&
      part.type !== "ParameterExpansion" &&
      part.type !== "CommandExpansion";
    const pieces = isQuoted ? values : values.flatMap((value) => split(value, shell));
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 || piece === "break") {
        if (current) fields.push(current);
        current = undefined;
      }
      if (piece !== "break") current = current ? concat(current, piece) : piece;
    }
  }
  if (current) fields.push(current);
  return fields.slice(0, maxFields);
}

function readBraced(text: string, shell: Shell): readonly Value[] {
  return /[$`'"\\<]/.test(text) ? shell.readWords(text) : [constant(text)];
}

function readPart(part: WordPart | DoubleQuotedChild, shell: Shell): readonly Value[] {
  const one = (inner: Word): Value => readValue(inner, shell);
  switch (part.type) {
    case "DoubleQuoted":
    case "LocaleString":
      return readQuoted(part.parts, shell);
    case "SimpleExpansion":
    case "ParameterExpansion":
      return readParameter(part, shell, one);
    case "CommandExpansion":
      return [part.script ? trimmed(shell.runApart(part.script), part.text) : unknown(part.text)];
    case "ArithmeticExpansion":
      return [evaluateArithmetic(part.expression, shell) ?? unknown(part.text)];
    case "ProcessSubstitution":
      return [readProcess(part, shell)];
    case "ExtendedGlob":
    case "BraceExpansion":
      return [constant(part.text)];
    default:
      return [constant(part.value)];
  }
}

function readQuoted(parts: readonly DoubleQuotedChild[], shell: Shell): readonly Value[] {
  const [only] = parts;
  // "$@" alone keeps its fields apart.
  if (only && parts.length === 1) return readPart(only, shell);
  return [readPartsOf(parts, shell)];
}

function readProcess(
  { script, operator, text }: Extract<WordPart, { readonly type: "ProcessSubstitution" }>,
  shell: Shell,
): Value {
  if (!script) return unknown(text);
  if (operator === ">")
    return { ...unknown(text), sink: (content) => void shell.runApart(script, { value: content }) };
  const content = shell.runApart(script);
  return { ...unknown(text, content.carries), content };
}

/** Output in a command: without line ends at its end; as written if it is not known. */
function trimmed(value: Value, written: string): Value {
  if (!value.isKnown) return unknown(written, value.carries);
  let end = value.text.length;
  while (end > 0 && value.text[end - 1] === "\n") end--;
  return { ...value, text: value.text.slice(0, end) };
}

/** An unquoted value as fields; "break" stands for blanks at its start or end. */
function split(value: Value, shell: Shell): readonly (Value | "break")[] {
  if (!value.isKnown || !shell.spend(value.text.length)) return [value];
  const separator = lookUp(shell.scope, "variables", "IFS");
  const characters = separator?.isKnown && separator.text !== "" ? separator.text : " \t\n";
  const isSeparator = (character: string): boolean => characters.includes(character);
  const pieces: (Value | "break")[] = [];
  let start = 0;
  for (let at = 0; at <= value.text.length && pieces.length <= maxFields; at++) {
    const character = value.text[at];
    if (character !== undefined && !isSeparator(character)) continue;
    if (at > start) pieces.push({ ...value, text: value.text.slice(start, at) });
    else if (at === 0 || character === undefined) pieces.push("break");
    start = at + 1;
  }
  return value.text === "" ? [] : pieces;
}

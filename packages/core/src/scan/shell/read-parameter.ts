import type { ParameterExpansionPart, ParameterOperation, Word } from "unbash";
import { isSecretName } from "../place-labels.ts";
import { cutByPattern, replacePattern } from "./patterns.ts";
import { lookUp } from "./scope.ts";
import type { Shell } from "./shell.ts";
import { allCarries, concat, constant, empty, unknown, type Value, withLabels } from "./value.ts";

/** `$name` has a text only. */
type Parameter = { readonly text: string } & Partial<
  Pick<ParameterExpansionPart, "parameter" | "prefix" | "index" | "operation">
>;

export type WordReader = (word: Word) => Value;

/** The values of `$name` or `${name…}`: several for `"$@"` and `"${list[@]}"`. */
export function readParameter(part: Parameter, shell: Shell, readWord: WordReader): readonly Value[] {
  const name = part.parameter ?? part.text.slice(1);
  const list = readList(name, part, shell);
  const { operation } = part;
  if (list) return operation ? operateOnList(list, operation, readWord) : list;
  const value = readIndexed(name, part, { shell, readWord });
  if (part.prefix === "#") return [value?.isKnown ? constant(String(value.text.length)) : unknown(part.text)];
  if (part.prefix === "!")
    return [value?.isKnown ? readVariable(value.text, shell, part.text) : unknown(part.text)];
  if (!operation) return [value ?? readVariable(name, shell, part.text)];
  return [operate({ name, value, operation, written: part.text }, shell, readWord)];
}

/** A variable that the text sets; else what its name says. */
function readVariable(name: string, shell: Shell, written: string): Value {
  const known = lookUp(shell.scope, "variables", name) ?? lookUp(shell.scope, "arrays", name)?.[0];
  if (known) return known;
  if (/^[1-9]$/.test(name)) return readPositional(Number(name), shell, written);
  if (name === "IFS") return constant(" ");
  if (isSecretName(name)) return unknown(written, [{ label: "environment", from: name }]);
  if (/^(?:USER|LOGNAME|HOSTNAME|HOSTTYPE|UID)$/.test(name))
    return unknown(written, [{ label: "machine-facts", from: name }]);
  return unknown(written);
}

function readPositional(number: number, { scope }: Shell, written: string): Value {
  if (!scope.positional) return unknown(written, [{ label: "input", from: written }]);
  return scope.positional[number - 1] ?? empty;
}

function readList(
  name: string,
  {
    index,
    text,
    prefix,
  }: { readonly index?: Word | undefined; readonly text: string; readonly prefix?: string | undefined },
  { scope }: Shell,
): readonly Value[] | undefined {
  if (prefix === "#" || prefix === "!") return undefined;
  if (name === "@" || name === "*")
    return scope.positional ?? [unknown(text, [{ label: "input", from: text }])];
  if (index?.value !== "@" && index?.value !== "*") return undefined;
  return lookUp(scope, "arrays", name) ?? [lookUp(scope, "variables", name) ?? unknown(text)];
}

function operateOnList(
  list: readonly Value[],
  operation: ParameterOperation,
  readWord: WordReader,
): readonly Value[] {
  if (operation.type !== "Slice") return list;
  const from = Number(readWord(operation.offset).text);
  const length = operation.length ? Number(readWord(operation.length).text) : list.length;
  return Number.isInteger(from) && Number.isInteger(length) ? list.slice(from).slice(0, length) : list;
}

function readIndexed(
  name: string,
  { index }: { readonly index?: Word | undefined },
  { shell, readWord }: { readonly shell: Shell; readonly readWord: WordReader },
): Value | undefined {
  if (!index) {
    const positional = /^[1-9]\d?$/.test(name) ? shell.scope.positional?.[Number(name) - 1] : undefined;
    return lookUp(shell.scope, "variables", name) ?? lookUp(shell.scope, "arrays", name)?.[0] ?? positional;
  }
  const list = lookUp(shell.scope, "arrays", name);
  const key = readWord(index).text;
  if (!list) return lookUp(shell.scope, "variables", `${name}[${key}]`);
  return /^-?\d{1,6}$/.test(key) ? list.at(Number(key)) : unknown(`\${${name}[${key}]}`, allCarries(list));
}

type Operated = {
  readonly name: string;
  readonly value: Value | undefined;
  readonly operation: ParameterOperation;
  readonly written: string;
};

function operate({ name, value, operation, written }: Operated, shell: Shell, readWord: WordReader): Value {
  const current = value ?? readVariable(name, shell, written);
  if (operation.type === "Default") {
    const isSet = value !== undefined && (value.text !== "" || !value.isKnown);
    if (operation.operator.endsWith("+")) return isSet ? readWord(operation.operand) : empty;
    if (operation.operator.endsWith("?")) return current;
    if (isSet) return current;
    const fallback = withLabels(readWord(operation.operand), current.carries);
    if (operation.operator.endsWith("=")) shell.scope.variables.set(name, fallback);
    // A home folder or a key stays what it is, even where a text gives a fallback.
    return fallback.text === "" ? current : fallback;
  }
  const changed =
    current.isKnown && shell.spend(current.text.length)
      ? transform(current.text, operation, readWord)
      : undefined;
  return changed === undefined
    ? unknown(written, current.carries)
    : { ...constant(changed), carries: current.carries };
}

function transform(text: string, operation: ParameterOperation, readWord: WordReader): string | undefined {
  switch (operation.type) {
    case "Remove":
      return cutByPattern(text, readWord(operation.operand).text, operation.operator);
    case "Replace":
      return replacePattern(text, readWord(operation.pattern).text, {
        replacement: readWord(operation.replacement).text,
        operator: operation.operator,
      });
    case "Slice":
      return slice(
        text,
        readWord(operation.offset).text,
        operation.length && readWord(operation.length).text,
      );
    case "CaseModification":
      return changeCase(text, operation.operator);
    case "Transform":
      return readWord(operation.operand).text === "Q" ? text : undefined;
    default:
      return undefined;
  }
}

function slice(text: string, offset: string, length: string | undefined): string | undefined {
  const start = Number(offset.trim());
  const count = length === undefined ? text.length : Number(length.trim());
  if (!Number.isInteger(start) || !Number.isInteger(count)) return undefined;
  const rest = text.slice(start < 0 ? Math.max(0, text.length + start) : start);
  return count < 0 ? rest.slice(0, count) : rest.slice(0, count);
}

function changeCase(text: string, operator: "^" | "^^" | "," | ",,"): string {
  const change = (part: string): string =>
    operator.startsWith("^") ? part.toUpperCase() : part.toLowerCase();
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}

/** `$@` in one word: all values with blanks between. */
export function joined(values: readonly Value[]): Value {
  return values.reduce(
    (all, value, index) => (index === 0 ? value : concat(concat(all, constant(" ")), value)),
    empty,
  );
}

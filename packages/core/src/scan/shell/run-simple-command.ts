import type { Assignment, CommandArgument, Command as CommandNode } from "unbash";
import { readFields, readValue } from "./read-word.ts";
import { readRedirections } from "./redirections.ts";
import { runWords } from "./run-words.ts";
import { lookUp } from "./scope.ts";
import type { Shell, Stream } from "./shell.ts";
import { concat, constant, empty, unknown, type Value } from "./value.ts";

/** Runs a command without keywords: assignments, redirections, words. */
export function runSimpleCommand(node: CommandNode, shell: Shell, input: Stream | undefined): Stream {
  shell.at(node);
  const redirected = readRedirections(node.redirects, shell);
  for (const part of node.prefix) {
    // A separator for one command must not split the words of those that follow.
    if (part.type === "Assignment" && !(node.name && part.name === "IFS")) assign(part, shell);
  }
  if (!node.name) return { value: redirected.write(redirected.input?.value ?? empty) };
  const words = [...readFields(node.name, shell), ...node.args.flatMap((word) => readArgument(word, shell))];
  shell.at(node);
  const stream = runWords(words, shell, redirected.input ?? input);
  shell.at(node);
  return { from: stream.from, value: redirected.write(stream.value) };
}

function readArgument(word: CommandArgument, shell: Shell): readonly Value[] {
  if (word.type === "Word") return readFields(word, shell);
  const isList = word.value.type === "ArrayValue";
  assign(word, shell);
  const value = isList ? empty : (lookUp(shell.scope, "variables", word.name) ?? empty);
  return [concat(constant(`${word.name}=`), value)];
}

function assign({ name, value, append, index }: Assignment, { scope, ...rest }: Shell): void {
  const shell = { scope, ...rest };
  if (value.type === "ArrayValue") {
    const elements = value.elements.flatMap((word) => readFields(word, shell));
    const before = append ? (lookUp(scope, "arrays", name) ?? []) : [];
    scope.arrays.set(name, [...before, ...elements].slice(0, maxElements));
    return;
  }
  const assigned = named(readValue(value, shell), name);
  if (index) {
    const key = readValue(index, shell).text;
    const list = [...(lookUp(scope, "arrays", name) ?? [])];
    if (/^\d{1,3}$/.test(key)) {
      while (list.length < Number(key)) list.push(empty);
      list[Number(key)] = assigned;
      scope.arrays.set(name, list);
    } else scope.variables.set(`${name}[${key}]`, assigned);
    return;
  }
  scope.variables.set(name, append ? concat(lookUp(scope, "variables", name) ?? empty, assigned) : assigned);
}

const maxElements = 512;

/** What is not known is written by the name of the variable, not by the command that yields it. */
function named(value: Value, name: string): Value {
  return value.isKnown || !value.text.startsWith("$(")
    ? value
    : { ...unknown(`$${name}`, value.carries), content: value.content };
}

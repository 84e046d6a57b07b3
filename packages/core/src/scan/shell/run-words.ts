import { printedLogin } from "../place-labels.ts";
import { evaluate } from "./evaluate.ts";
import { languageOf } from "./program-language.ts";
import { findEffect } from "./programs/effects.ts";
import { lookUp } from "./scope.ts";
import type { Command, Shell, Stream } from "./shell.ts";
import { unwrap } from "./unwrap.ts";
import { allCarries, empty, mergeCarries, unknown, type Value, withLabels, wordText } from "./value.ts";

/** Runs a command whose words are known: an alias, a function or a program. */
export function runWords(words: readonly Value[], shell: Shell, input: Stream | undefined): Stream {
  const [first] = words;
  if (!first) return { value: input?.value ?? empty };
  const alias = first.isKnown ? lookUp(shell.scope, "aliases", first.text) : undefined;
  if (alias !== undefined) return runAlias(alias, words.slice(1), { shell, input });
  const body = first.isKnown ? lookUp(shell.scope, "functions", first.text) : undefined;
  if (body) return { value: shell.callFunction(body, words.slice(1), input) };
  return runProgram(words, shell, input);
}

function runAlias(
  alias: string,
  args: readonly Value[],
  { shell, input }: { readonly shell: Shell; readonly input: Stream | undefined },
): Stream {
  if (!/[|;&<>$`(]/.test(alias)) return runProgram([...shell.readWords(alias), ...args], shell, input);
  const text = [alias, ...args.map((word) => word.text)].join(" ");
  return { value: shell.runText({ text, isKnown: true, carries: allCarries(args) }, input) };
}

function runProgram(words: readonly Value[], shell: Shell, input: Stream | undefined): Stream {
  const length = words.reduce((sum, { text }) => sum + text.length, input?.value.text.length ?? 0);
  if (shell.spend(length)) return startProgram(words, shell, input);
  return startProgram(words.map(shorten), shell, input && { ...input, value: shorten(input.value) });
}

function startProgram(words: readonly Value[], shell: Shell, input: Stream | undefined): Stream {
  const { name, args, wrappers } = unwrap(words, input);
  const received = input?.value.carries ?? [];
  const program = baseName(name);
  const action = shell.report({
    kind: "run",
    program,
    words: args.map(wordText),
    wrappers,
    input: input?.from,
    text: [name, ...args]
      .map(({ text }) => text)
      .join(" ")
      .slice(0, maxText),
    carries: mergeCarries(allCarries([name, ...args]), received),
  });
  const command: Command = { program, args, wrappers, input, received, action };
  const isGiven = name.carries.some(({ label }) => label !== "constant" && label !== "input");
  // The name of the command itself is data, such as a line that came through a socket.
  if (isGiven) shell.report({ kind: "evaluate", means: "command", carries: name.carries });
  runFile(name, command, shell);
  const output = findEffect(program)?.(command, shell) ?? passOn(command);
  const login = printedLogin([program, ...args.slice(0, 8).map(({ text }) => text)].join(" "));
  return { value: login.length === 0 ? output : withLabels(output, login), from: action };
}

/** A value that is too long to work on any more. */
function shorten(value: Value): Value {
  return value.text.length > 100 ? unknown(value.text.slice(0, 100), value.carries) : value;
}

/** A file that the text wrote and now starts, such as `/tmp/x` after `curl -o /tmp/x`. */
function runFile(name: Value, { input }: Command, shell: Shell): void {
  const isFile = /[\\/]|^\$\w|\.(?:exe|bat|cmd|ps1|vbs|js|msi|scr|com)$/i.test(name.text.slice(-300));
  const content = isFile ? shell.written(name.text) : undefined;
  if (!content) return;
  const language = languageOf(name.text, content.text) ?? "shell";
  evaluate(content, { shell, means: name.text.slice(0, 80), language, input });
}

const maxText = 500;

/** Output of a program that is not known here: made of what goes in. */
function passOn({ args, received }: Command): Value {
  return unknown("", mergeCarries(received, allCarries(args)));
}

function baseName({ text }: Value): string {
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  return name.replace(/\.exe$/i, "").slice(0, 100);
}

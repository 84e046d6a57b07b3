import type { Action, Carried, Language } from "../../evidence.ts";
import { carriedFrom, printedLogin } from "../../place-labels.ts";
import { readNested } from "../../read-nested.ts";
import { labelsOfCall } from "./labels-of-call.ts";
import { type Call, type Effect, type Machine, optionOf } from "./machine.ts";
import {
  holesAsVariables,
  joinLabels,
  type Labels,
  labelsOf,
  noLabels,
  showHoles,
  textOf,
  type Value,
  wholeText,
} from "./value.ts";

type Base = Pick<Action, "source" | "span" | "setting" | "language" | "isQuoted">;

export function actionAt({ source, table }: Machine, { span, frame }: Call): Base {
  return { source, span, setting: "program", language: table.language, isQuoted: frame.isQuoted };
}

type Command = { readonly call: Call; readonly name: string; readonly command: Value | undefined };

/** Starts a program from a list of words or a line for the shell; gives what it prints. */
export function runCommand(
  machine: Machine,
  mode: NonNullable<Effect["run"]>,
  { call, name, command }: Command,
): Value {
  const words = wordsOf(mode, call, command);
  const line = words ? lineOf(words) : command && textOf(command);
  const input = ["input", "stdin"]
    .map((key) => optionOf(call, key))
    .flatMap((one) => (one ? labelsOf(one) : []));
  const given = (words ?? (command ? [command] : [])).flatMap((word) => labelsOf(word));
  const carries = joinAll([...given, ...input, ...machine.standardInput, ...spelledName(call)]);
  const result: Value = { name: `${name}()`, labels: noLabels };
  if (line === undefined || line.trim() === "") {
    if (carries.length > 0 || command === undefined)
      machine.log.add({ ...actionAt(machine, call), kind: "evaluate", means: name, carries });
    return { ...result, labels: carries };
  }
  const actions = readInner(machine, call, { text: holesAsVariables(line), language: "shell", carries });
  if (!actions.some(({ kind }) => kind === "run")) {
    const [program = "", ...rest] = words
      ? words.map((word) => wholeText(word))
      : line.trim().split(/\s+/, 64);
    machine.log.add({
      ...actionAt(machine, call),
      kind: "run",
      program: baseName(program),
      words: rest,
      wrappers: [],
      text: showHoles(line),
      carries,
    });
  }
  return {
    ...result,
    labels: joinLabels(
      outputOf(actions),
      carries.filter(({ label }) => label !== "remote"),
    ),
  };
}

/** A function whose name is put together should not be found. */
function spelledName({ via }: Call): Labels {
  return via?.filter(({ label }) => label === "decoded") ?? noLabels;
}

function wordsOf(
  mode: NonNullable<Effect["run"]>,
  call: Call,
  command: Value | undefined,
): readonly Value[] | undefined {
  if (mode === "shell") return undefined;
  const list = command?.items ?? (mode === "words" ? call.args : undefined);
  if (list === undefined || list.length === 0) return undefined;
  const second = call.args[1];
  // `spawn(program, [words])`.
  if (command && command.items === undefined && second?.items) return [command, ...second.items];
  return list.filter(({ fields, code }) => fields === undefined && code === undefined);
}

/** The words as a shell's line, each quoted. */
function lineOf(words: readonly Value[]): string {
  return words
    .map((word) => {
      const text = typeof word.constant === "number" ? String(word.constant) : textOf(word);
      if (text === undefined) return '"$value"';
      if (/^[\w./:@=+,%~-]+$/.test(text)) return text;
      if (!word.isPartial) return `'${text.replaceAll("'", "'\\''")}'`;
      return `"${text.replace(/["\\$`]/g, "\\$&")}"`;
    })
    .join(" ");
}

function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
}

type Inner = { readonly text: string; readonly language: Language; readonly carries: Labels };

function readInner(machine: Machine, call: Call, { text, language, carries }: Inner): readonly Action[] {
  const outer = { ...actionAt(machine, call), carries };
  const actions = readNested(outer, { text, language }, machine.read);
  for (const action of actions) machine.log.add(action);
  return actions;
}

/** What programs print: the files they read, the environment, facts about the machine, what they download. */
function outputOf(actions: readonly Action[]): Labels {
  const labels = actions.flatMap((action): readonly Carried[] => {
    if (action.kind === "read") return carriedFrom(action.path);
    if (action.kind === "connect") return [{ label: "remote", from: action.address ?? "a download" }];
    return action.kind === "run"
      ? [...(printed.get(action.program) ?? []), ...printedLogin(action.text)]
      : [];
  });
  return joinAll(labels);
}

const facts: readonly Carried[] = [{ label: "machine-facts", from: "a command" }];
const clipboard: readonly Carried[] = [{ label: "clipboard", from: "the clipboard" }];
const printed: ReadonlyMap<string, readonly Carried[]> = new Map([
  ...["whoami", "hostname", "uname", "id", "ifconfig", "ipconfig", "systeminfo", "ps"].map(
    (program) => [program, facts] as const,
  ),
  ...["pbpaste", "xclip", "xsel", "wl-paste", "Get-Clipboard"].map(
    (program) => [program, clipboard] as const,
  ),
  ...["op", "bw", "lpass", "secret-tool"].map(
    (program) => [program, [{ label: "credentials", from: `~/.config/${program}` }] as const] as const,
  ),
  ["env", [{ label: "environment", from: "env" }]],
  ["printenv", [{ label: "environment", from: "printenv" }]],
]);

function joinAll(labels: Labels): Labels {
  return labels.reduce<Labels>((all, one) => joinLabels(all, [one]), noLabels);
}

type Code = { readonly call: Call; readonly code: Value | undefined };

/** Runs data as code; a known text is read as the program that it is. */
export function evaluateText(machine: Machine, means: string, { call, code }: Code): void {
  const text = code && wholeText(code);
  const given = code ? labelsOf(code) : labelsOfCall(call);
  const labels = joinAll([...given, ...machine.standardInput, ...spelledName(call)]);
  const carries: Labels = text === undefined ? labels : [...labels, { label: "constant", from: "" }];
  machine.log.add({ ...actionAt(machine, call), kind: "evaluate", means, carries });
  if (text !== undefined)
    readInner(machine, call, { text, language: machine.table.language, carries: labels });
}

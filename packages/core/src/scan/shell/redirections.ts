import type { HereDoc, Redirect, Redirection } from "unbash";
import { readPartsOf, readValue } from "./read-word.ts";
import type { Shell, Stream } from "./shell.ts";
import { concat, constant, empty, unknown, type Value } from "./value.ts";

export type Redirected = {
  /** What replaces standard input. */
  readonly input: Stream | undefined;
  /** Writes the command's output to the files that take it, and returns what is left for a pipe. */
  readonly write: (output: Value) => Value;
};

type Output = { readonly path: Value; readonly isAppended: boolean };
/** What one command's redirections add up to while they are read. */
type Redirecting = {
  input: Value | undefined;
  readonly outputs: Output[];
  readonly open: Map<number, Value>;
  /** Standard output goes where standard error goes. */
  isDiverted: boolean;
};

/** Reads `<`, `>`, `<<`, `<<<` and numbers of open files. */
export function readRedirections(redirects: readonly Redirection[], shell: Shell): Redirected {
  const state: Redirecting = { input: undefined, outputs: [], open: new Map(), isDiverted: false };
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") state.input = concat(state.input ?? empty, readHereDoc(redirect, shell));
    else if (redirect.type === "Redirect") redirectFile(redirect, state, shell);
    else if (redirect.target) state.input = concat(readValue(redirect.target, shell), constant("\n"));
  }
  return {
    input: state.input && { value: state.input },
    write: (output) => {
      for (const { path, isAppended } of state.outputs) writeTo(path, output, { shell, isAppended });
      return state.outputs.length > 0 || state.isDiverted ? empty : output;
    },
  };
}

function redirectFile({ operator, target, descriptor }: Redirect, state: Redirecting, shell: Shell): void {
  if (!target) return;
  const isInput = operator.startsWith("<");
  const number = descriptor?.type === "FileDescriptor" ? descriptor.value : Number(!isInput);
  const written = readValue(target, shell);
  const copied =
    operator.endsWith("&") && /^\d{1,3}-?$/.test(written.text)
      ? Number.parseInt(written.text, 10)
      : undefined;
  if (copied !== undefined && number === 1 && copied === 2) state.isDiverted = true;
  const path = copied === undefined ? written : (state.open.get(copied) ?? shell.descriptors.get(copied));
  if (!path) return;
  state.open.set(number, path);
  if (number > 2) openDescriptor(number, path, shell);
  if (number === 0) state.input = readFrom(path, shell);
  if (number === 1 && !isInput) state.outputs.push({ path, isAppended: operator.endsWith(">>") });
}

function openDescriptor(number: number, path: Value, shell: Shell): void {
  shell.descriptors.set(number, path);
  const address = socketAddress(path);
  if (address !== undefined)
    shell.report({ kind: "connect", address, direction: "send", carries: path.carries });
}

function readHereDoc({ delimiter, body }: HereDoc, shell: Shell): Value {
  return delimiter?.quoted || !body.parts ? constant(body.text) : readPartsOf(body.parts, shell);
}

/** What a file, a socket or a process substitution yields to a command that reads it. */
export function readFrom(path: Value, shell: Shell): Value {
  if (path.content) return path.content;
  const address = socketAddress(path);
  if (address === undefined) return shell.readFile(path);
  shell.report({ kind: "connect", address, direction: "fetch", carries: path.carries });
  return unknown("", [{ label: "remote", from: address }]);
}

function writeTo(
  path: Value,
  content: Value,
  { shell, isAppended }: { readonly shell: Shell; readonly isAppended: boolean },
): void {
  const address = socketAddress(path);
  if (path.sink) path.sink(content);
  else if (address !== undefined)
    shell.report({ kind: "connect", address, direction: "send", carries: content.carries });
  else shell.writeFile(path, content, isAppended);
}

/** `HOST:PORT` of `/dev/tcp/HOST/PORT`. */
function socketAddress({ text }: Value): string | undefined {
  const match = /^\/dev\/(?:tcp|udp)\/(.{1,300})$/.exec(text);
  return match?.[1]?.replace("/", ":");
}

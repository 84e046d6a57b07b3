import type { AndOr, For, PipelineNode, Redirection, Select, Statement } from "unbash";
import { readFields } from "./read-word.ts";
import { readRedirections } from "./redirections.ts";
import { runSimpleCommand } from "./run-simple-command.ts";
import { type Body, createScope } from "./scope.ts";
import type { Shell, Stream } from "./shell.ts";
import { allCarries, concat, empty, unknown, type Value } from "./value.ts";

type Node = Statement["command"] | Body;

/** Turns of a loop over a list that is known. */
const maxTurns = 16;

/** Runs statements one after the other, each branch of a condition too, and returns what they write. */
export function runStatements(
  statements: readonly Statement[],
  shell: Shell,
  input: Stream | undefined,
): Value {
  let output = empty;
  for (const { command } of statements) output = concat(output, runNode(command, shell, input).value);
  return output;
}

/** Runs one part of the syntax tree, such as the body of a function. */
export function runNode(node: Node, shell: Shell, input: Stream | undefined): Stream {
  if (!shell.enter()) return { value: unknown("") };
  try {
    return runInside(node, shell, input);
  } finally {
    shell.leave();
  }
}

function runInside(node: Node, shell: Shell, input: Stream | undefined): Stream {
  const all = (statements: readonly Statement[], inner = shell): Value =>
    runStatements(statements, inner, input);
  switch (node.type) {
    case "Command":
      return runSimpleCommand(node, shell, input);
    case "Pipeline":
      return (
        node.commands.reduce<Stream | undefined>(
          (stream, command) => runNode(command, shell, stream),
          input,
        ) ?? nothing
      );
    case "AndOr":
      return { value: runEach(node, shell, input) };
    case "If": {
      const branches = [node.clause, node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then])];
      return {
        value: all([...branches, ...(node.else ? [node.else] : [])].flatMap(({ commands }) => commands)),
      };
    }
    case "While":
      return { value: all([...node.clause.commands, ...node.body.commands]) };
    case "For":
    case "Select":
      return { value: runLoop(node, shell, input) };
    case "ArithmeticFor":
    case "BraceGroup":
      return { value: all(node.body.commands) };
    case "Subshell":
      return { value: all(node.body.commands, shell.within(createScope(shell.scope))) };
    case "CompoundList":
      return { value: all(node.commands) };
    case "Case":
      return { value: all(node.items.flatMap(({ body }) => body.commands)) };
    case "Function":
      shell.scope.functions.set(node.name.value, node.body);
      shell.uncalled.set(node.body, shell.scope);
      return nothing;
    case "Redirected":
      return runRedirected(node, shell, input);
    case "Coproc":
      return runNode(node.body, shell, input);
    default:
      return nothing;
  }
}

const nothing: Stream = { value: empty };

function runEach({ commands }: AndOr, shell: Shell, input: Stream | undefined): Value {
  return commands.reduce(
    (output: Value, command: PipelineNode) => concat(output, runNode(command, shell, input).value),
    empty,
  );
}

function runLoop({ name, wordlist, body }: For | Select, shell: Shell, input: Stream | undefined): Value {
  const values = wordlist
    ? wordlist.flatMap((word) => readFields(word, shell))
    : (shell.scope.positional ?? [unknown(`$${name.value}`, [{ label: "input", from: "$@" }])]);
  const rest = values.slice(maxTurns);
  const [first = unknown(`$${name.value}`), ...later] = values.slice(0, maxTurns);
  const turns = [first, ...later, ...(rest.length > 0 ? [unknown(`$${name.value}`, allCarries(rest))] : [])];
  let output = empty;
  for (const value of turns) {
    const isWritten = !value.isKnown;
    shell.scope.variables.set(name.value, isWritten ? { ...value, text: `$${name.value}` } : value);
    const run = (): Value => runStatements(body.commands, shell, input);
    output = concat(output, value === first ? run() : shell.repeat(run));
  }
  return output;
}

function runRedirected(
  { command, redirects }: { readonly command: Node; readonly redirects: readonly Redirection[] },
  shell: Shell,
  input: Stream | undefined,
): Stream {
  const redirected = readRedirections(redirects, shell);
  const stream = runNode(command, shell, redirected.input ?? input);
  return { ...stream, value: redirected.write(stream.value) };
}

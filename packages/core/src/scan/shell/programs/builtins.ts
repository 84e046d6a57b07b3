import { readFrom } from "../redirections.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { empty, unknown, type Value } from "../value.ts";

/** Commands of the shell itself that change variables and aliases. */
export const builtins: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ["alias", alias],
  ["export", declare],
  ["declare", declare],
  ["typeset", declare],
  ["local", () => empty],
  ["readonly", declare],
  ["read", read],
  ["mapfile", read],
  ["readarray", read],
  ["shift", shift],
  ["mkdir", () => empty],
  ["cd", () => empty],
  ["true", () => empty],
  [":", () => empty],
  ["exec", (command) => command.input?.value ?? empty],
]);

function alias({ args }: Command, { scope }: Shell): Value {
  for (const { text } of args) {
    const equals = text.indexOf("=");
    if (equals > 0) scope.aliases.set(text.slice(0, equals), text.slice(equals + 1));
  }
  return empty;
}

/** `export -p` and `declare -p` print every variable. */
function declare({ args }: Command): Value {
  const prints = args.length === 0 || args.every(({ text }) => /^-[pxf]{1,3}$/.test(text));
  return prints ? unknown("", [{ label: "environment", from: "export -p" }]) : empty;
}

function read(command: Command, shell: Shell): Value {
  const { scope } = shell;
  const value =
    descriptorOf(command, shell) ?? command.input?.value ?? unknown("", [{ label: "input", from: "read" }]);
  const variables = command.args.filter(({ text }) => /^[A-Za-z_]\w{0,80}$/.test(text));
  const listed = command.program === "read" ? variables : [];
  for (const { text } of listed) scope.variables.set(text, lineOf(value, text));
  const list = command.program === "read" ? variables[0]?.text : (variables.at(-1)?.text ?? "MAPFILE");
  if (
    list !== undefined &&
    (command.program !== "read" || command.args.some(({ text }) => /^-\w*a/.test(text)))
  )
    scope.arrays.set(list, [lineOf(value, list)]);
  return empty;
}

/** What `read -u 7` reads: the file or the connection that `exec 7<>…` opened. */
function descriptorOf({ args }: Command, shell: Shell): Value | undefined {
  const at = args.findIndex(({ text }) => /^-[a-z]{0,4}u\d{0,3}$/.test(text));
  const number = /\d{1,3}$/.exec(args[at]?.text ?? "")?.[0] ?? args[at + 1]?.text;
  const path = at === -1 ? undefined : shell.descriptors.get(Number(number));
  return path && readFrom(path, shell);
}

function lineOf(value: Value, name: string): Value {
  if (!value.isKnown) return unknown(`$${name}`, value.carries);
  const end = value.text.indexOf("\n");
  return { ...value, text: end === -1 ? value.text : value.text.slice(0, end) };
}

function shift({ args }: Command, { scope }: Shell): Value {
  const count = Number(args[0]?.text ?? 1);
  if (scope.positional && Number.isInteger(count)) scope.positional = scope.positional.slice(count);
  return empty;
}

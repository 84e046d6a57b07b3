import { isSecretName } from "../../place-labels.ts";
import { lookUp } from "../scope.ts";
import type { Shell } from "../shell.ts";
import { allCarries, concat, constant, empty, mergeCarries, unknown, type Value } from "../value.ts";
import { type Cursor, peek, take } from "./cursor.ts";
import type { Item } from "./values.ts";

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "", a: "\x07" };

/** `'…'`, `"…"`, `@'…'@` and `@"…"@`; undefined if none starts here. */
export function readString(cursor: Cursor, shell: Shell): Value | undefined {
  const here = take(cursor, /@(['"])[ \t]{0,20}\r?\n/y);
  if (here) {
    const mark = `\n${here[1]}@`;
    const body = until(cursor, mark);
    return here[1] === "'" ? constant(body) : expand(body, shell);
  }
  const quote = peek(cursor);
  if (quote !== "'" && quote !== '"') return undefined;
  cursor.at++;
  return quote === "'" ? constant(readSingle(cursor)) : readDouble(cursor, shell);
}

function until(cursor: Cursor, mark: string): string {
  const found = cursor.text.indexOf(mark, cursor.at);
  const end = found === -1 ? cursor.text.length : found;
  const body = cursor.text.slice(cursor.at, end);
  cursor.at = Math.min(cursor.text.length, end + mark.length);
  return body;
}

function readSingle(cursor: Cursor): string {
  let text = until(cursor, "'");
  while (peek(cursor) === "'") {
    cursor.at++;
    text += `'${until(cursor, "'")}`;
  }
  return text;
}

function readDouble(cursor: Cursor, shell: Shell): Value {
  const start = cursor.at;
  while (cursor.at < cursor.text.length) {
    const character = peek(cursor);
    if (character === "`") cursor.at += 2;
    else if (character === '"' && peek(cursor, 2) === '""') cursor.at += 2;
    else if (character === '"') break;
    else cursor.at++;
  }
  const body = cursor.text.slice(start, cursor.at);
  cursor.at = Math.min(cursor.text.length, cursor.at + 1);
  return expand(body.replaceAll('""', '"'), shell);
}

const piece = /`([\s\S])|\$(?:\{([^}\n]{1,80})\}|((?:env:|global:|script:)?\w{1,80}))|\$\(([^)]{0,400})\)/gi;

/** Variables and escapes in double quotes; commands in `$(…)` are read by their variables only. */
function expand(text: string, shell: Shell): Value {
  let value: Value = empty;
  let at = 0;
  for (const match of text.matchAll(piece)) {
    value = concat(value, constant(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [written, escaped, braced, plain, code] = match;
    const name = braced ?? plain;
    if (escaped !== undefined) value = concat(value, constant(escapes[escaped] ?? escaped));
    else if (name !== undefined) value = concat(value, readVariable(name, shell, written));
    else value = concat(value, readCode(code ?? "", shell, written));
  }
  return concat(value, constant(text.slice(at)));
}

function readCode(code: string, shell: Shell, written: string): Value {
  const names = [...code.matchAll(/\$((?:env:)?\w{1,80})/gi)].slice(0, 8);
  const [only] = names;
  if (only && code.trim() === only[0]) return readVariable(only[1] ?? "", shell, written);
  const values = names.map((match) => readVariable(match[1] ?? "", shell, written));
  const isFact = /^\s{0,8}(?:hostname|whoami)\b/i.test(code);
  const facts = isFact ? ([{ label: "machine-facts", from: code.trim() }] as const) : [];
  return unknown(written, mergeCarries(allCarries(values), facts));
}

/** Variables that PowerShell sets; programs pick letters from them. */
const automatic: Readonly<Record<string, string>> = {
  true: "true",
  false: "false",
  null: "",
  pshome: "C:\\Windows\\System32\\WindowsPowerShell\\v1.0",
  shellid: "Microsoft.PowerShell",
  verbosepreference: "SilentlyContinue",
  "env:comspec": "C:\\WINDOWS\\system32\\cmd.exe",
};

export function readVariable(name: string, shell: Shell, written = `$${name}`): Item {
  const key = name.toLowerCase().replace(/^(?:global|script|local|private):/, "");
  const known = lookUp(shell.scope, "variables", key);
  if (known) return known;
  const text = automatic[key];
  if (text !== undefined) return constant(text);
  if (key.startsWith("env:")) {
    const variable = name.slice(4);
    if (isSecretName(variable)) return unknown(written, [{ label: "environment", from: variable }]);
    if (/^(?:computername|username|userdomain|hostname)$/i.test(variable))
      return unknown(written, [{ label: "machine-facts", from: variable }]);
  }
  if (key === "args" || key === "input") return unknown(written, [{ label: "input", from: written }]);
  return unknown(written);
}

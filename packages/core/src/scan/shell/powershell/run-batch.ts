import { lookUp } from "../scope.ts";
import type { Shell, Stream } from "../shell.ts";
import { concat, constant, empty, unknown, type Value } from "../value.ts";

const maxLine = 8192;
const maxLines = 5000;

/** Runs the lines of a batch file, each once. */
export function runBatch(text: string, shell: Shell): void {
  let at = 0;
  for (const line of text.split("\n").slice(0, maxLines)) {
    shell.at({ pos: at, end: at + line.length });
    at += line.length + 1;
    runLine(line.slice(0, maxLine).trim().replace(/^@/, ""), shell);
  }
}

function runLine(line: string, shell: Shell): void {
  if (line === "" || /^(?:rem\b|::|:\w)/i.test(line)) return;
  const loop = /\bin[ \t]{0,8}\(['`"](.{1,2000}?)['`"]\)[ \t]{0,8}do[ \t]{1,8}(.{1,4000})$/i.exec(line);
  if (loop && /^for\b/i.test(line)) {
    const output = runCommands(loop[1] ?? "", shell);
    const name = /%%?(\w)/.exec(line)?.[1] ?? "";
    shell.scope.variables.set(`%${name}`, unknown(`%${name}`, output.carries));
    runLine(loop[2] ?? "", shell);
    return;
  }
  const inner = line.replace(
    /^(?:if[ \t]{1,8}(?:not[ \t]{1,8})?(?:exist|defined|errorlevel)[ \t]{1,8}\S{1,400}|for\b.{1,400}?\bdo)[ \t]{1,8}/i,
    "",
  );
  runCommands(inner.replace(/^[({]|[)}]$/g, ""), shell);
}

/** Commands separated by `&`, `&&`, `||` and `|`. */
function runCommands(text: string, shell: Shell): Value {
  let stream: Stream | undefined;
  for (const { command, isPiped } of splitCommands(text)) {
    const value = runCommand(command, shell, isPiped ? stream : undefined);
    stream = { value };
  }
  return stream?.value ?? empty;
}

function splitCommands(text: string): readonly { readonly command: string; readonly isPiped: boolean }[] {
  const commands: { command: string; isPiped: boolean }[] = [];
  let start = 0;
  let isQuoted = false;
  let isPiped = false;
  const end = (at: number, next: number, pipes: boolean): void => {
    commands.push({ command: text.slice(start, at), isPiped });
    isPiped = pipes;
    start = next;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === "^") at++;
    else if (!isQuoted && (character === "&" || character === "|")) {
      const isDouble = text[at + 1] === character;
      if (text[at - 1] === ">") continue;
      end(at, at + (isDouble ? 2 : 1), character === "|" && !isDouble);
      if (isDouble) at++;
    }
  }
  end(text.length, text.length, false);
  return commands.slice(0, 200);
}

function runCommand(written: string, shell: Shell, input: Stream | undefined): Value {
  const text = written.trim();
  const assigned = /^set[ \t]{1,8}(?:\/p[ \t]{1,8})?"?(\w{1,80})=(.{0,4000}?)"?$/i.exec(text);
  if (assigned) {
    shell.scope.variables.set((assigned[1] ?? "").toLowerCase(), expand(assigned[2] ?? "", shell));
    return empty;
  }
  const redirect = /(?<![\^\d])(>{1,2})[ \t]{0,8}("[^"]{1,300}"|[^\s"|&<>]{1,300})[ \t]{0,40}$/.exec(
    text.slice(-700),
  );
  const command = redirect ? text.slice(0, text.length - redirect[0].length) : text;
  const words = wordsOf(command).map((word) => expand(word, shell));
  const start = words.findIndex(({ text: word }) => !/^(?:start|call|\/b|\/min|\/wait|\/max|)$/i.test(word));
  if (start === -1) return empty;
  const [name, ...args] = words.slice(start);
  if (!name) return empty;
  const lower = {
    ...name,
    text: /^[\w.]+$/.test(name.text) ? name.text.toLowerCase() : name.text.replaceAll("\\", "/"),
  };
  const output = shell.runWords([lower, ...args], input);
  if (!redirect) return output;
  const path = expand((redirect[2] ?? "").replaceAll('"', ""), shell);
  if (!/^(?:nul|&\d)$/i.test(path.text)) shell.writeFile(path, output, redirect[1] === ">>");
  return empty;
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/(?:"[^"]{0,4000}"?|[^\s"])+/g)) {
    words.push(match[0].replace(/\^(.)/g, "$1").replaceAll('"', ""));
    if (words.length > 200) break;
  }
  return words;
}

/** `%NAME%` and `%NAME:~from,length%`. */
function expand(text: string, shell: Shell): Value {
  let value: Value = empty;
  let at = 0;
  for (const match of text.matchAll(/[%!](\w{1,80})(?::~(-?\d{1,4})(?:,(-?\d{1,4}))?)?[%!]|%%?(\w)/g)) {
    value = concat(value, constant(text.slice(at, match.index)));
    at = match.index + match[0].length;
    value = concat(value, variable(match, shell));
  }
  return concat(value, constant(text.slice(at)));
}

function variable(
  [written, name = "", from, length, loop]: RegExpExecArray | RegExpMatchArray,
  shell: Shell,
): Value {
  const known = lookUp(shell.scope, "variables", loop === undefined ? name.toLowerCase() : `%${loop}`);
  if (!known) return constant(written ?? "");
  if (from === undefined || !known.isKnown) return known;
  const start = Number(from) < 0 ? Math.max(0, known.text.length + Number(from)) : Number(from);
  const rest = known.text.slice(start);
  const count = length === undefined ? rest.length : Number(length);
  return { ...known, text: count < 0 ? rest.slice(0, count) : rest.slice(0, count) };
}

import type { Language } from "../../evidence.ts";
import { evaluate } from "../evaluate.ts";
import { createScope } from "../scope.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { allCarries, constant, empty, unknown, type Value } from "../value.ts";

type Interpreter = {
  readonly language: Language;
  /** Options whose value is a program. */
  readonly program: RegExp;
  /** Letters of other options with a value. */
  readonly values: string;
};

const names = (text: string): readonly string[] => text.split(" ");
const shells: Interpreter = { language: "shell", program: /^-[a-zA-Z]*c$/, values: "oO" };
const python: Interpreter = { language: "python", program: /^-[a-zA-Z]*c$/, values: "mWX" };
const node: Interpreter = {
  language: "javascript",
  program: /^(?:-[a-z]*[ep]|--eval|--print|eval)$/,
  values: "r",
};

const interpreters: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ...names("sh bash zsh dash ksh mksh ash fish csh tcsh rbash").map((name) => [name, shells] as const),
  ...names("python python2 python3 pypy pypy3 py").map((name) => [name, python] as const),
  ...names("node nodejs bun deno tsx ts-node").map((name) => [name, node] as const),
  ["perl", { language: "perl", program: /^-[a-zA-Z]*[eE]$/, values: "IM" }],
  ["ruby", { language: "ruby", program: /^-[a-zA-Z]*e$/, values: "IrC" }],
  ["php", { language: "php", program: /^-r$/, values: "dc" }],
]);

const evaluators: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  [
    "eval",
    (command, shell) =>
      evaluate(joined(command.args), { shell, means: "eval", language: "shell", input: command.input }),
  ],
  ["source", source],
  [".", source],
  ["trap", (command, shell) => (command.args[0] ? runLine(command.args[0], command, shell) : empty)],
  ["osascript", osascript],
  ["powershell", powershell],
  ["pwsh", powershell],
  ["cmd", (command, shell) => nestedAfter(/^\/[ck]$/i, "batch", { command, shell })],
  ["at", readsProgram],
  ["batch", readsProgram],
  ...names("su runuser script sg watch").map((name) => [name, withLine] as const),
  ...names("docker podman nerdctl kubectl oc lxc docker-compose vagrant multipass wsl").map(
    (name) => [name, inContainer] as const,
  ),
]);

/** The interpreter of a program's name, with or without its version. */
function findInterpreter(program: string): Interpreter | undefined {
  return interpreters.get(program) ?? interpreters.get(program.replace(/(?:[\d.]{1,8})$/, ""));
}

/** What an interpreter or another program that runs its arguments does; undefined for other programs. */
export function findEvaluator(program: string): Effect | undefined {
  const interpreter = findInterpreter(program);
  return interpreter ? (command, shell) => interpret(interpreter, command, shell) : evaluators.get(program);
}

function interpret(interpreter: Interpreter, command: Command, shell: Shell): Value | undefined {
  const { args, program: means, input } = command;
  const { language } = interpreter;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word || !(word.text.startsWith("-") || word.text === "eval") || word.text === "-") break;
    if (interpreter.program.test(word.text)) {
      const inner = isolated(shell, args.slice(at + 3));
      return evaluate(args[at + 1] ?? empty, {
        shell: inner,
        means: `${means} ${word.text}`,
        language,
        input,
      });
    }
    if (language === "python" && word.text === "-m") return runModule(args[at + 1]?.text, shell);
    if (word.text === "-s") break;
    if (word.text.length === 2 && interpreter.values.includes(word.text[1] ?? "")) at++;
  }
  const file = args.find(({ text }) => !/^(?:-.|run$)/.test(text));
  const usesInput =
    !file || file.text === "-" || file.text === "/dev/stdin" || args.some(({ text }) => /^-s$/.test(text));
  if (usesInput)
    return input ? evaluate(input.value, { shell: isolated(shell, []), means, language }) : unknown("");
  const content = file.content ?? shell.written(file.text);
  if (content)
    return evaluate(content, {
      shell: isolated(shell, args.slice(args.indexOf(file) + 1)),
      means: `${means} ${file.text.slice(0, 80)}`,
      language,
      input,
    });
  return undefined;
}

/** A program of its own: it sees variables, and has other arguments. */
function isolated(shell: Shell, args: readonly Value[]): Shell {
  return shell.within(createScope(shell.scope, args));
}

function runModule(name: string | undefined, shell: Shell): Value | undefined {
  if (name === "http.server" || name === "SimpleHTTPServer")
    shell.report({ kind: "connect", address: undefined, direction: "listen", carries: [] });
  return undefined;
}

function source(command: Command, shell: Shell): Value {
  const [file] = command.args;
  if (!file) return empty;
  const isInput = file.text === "/dev/stdin";
  const content = isInput ? command.input?.value : (file.content ?? shell.written(file.text));
  return content ? evaluate(content, { shell, means: command.program, language: "shell" }) : empty;
}

function joined(words: readonly Value[]): Value {
  return {
    text: words.map(({ text }) => text).join(" "),
    isKnown: words.every(({ isKnown }) => isKnown),
    carries: allCarries(words),
  };
}

function runLine(line: Value, { program, input }: Command, shell: Shell): Value {
  return evaluate(line, { shell, means: program, language: "shell", input });
}

/** `at` and `batch` read what they will run later from standard input. */
function readsProgram({ input, program }: Command, shell: Shell): Value {
  return input ? evaluate(input.value, { shell, means: program, language: "shell" }) : empty;
}

/** `su -c LINE`. */
function withLine(command: Command, shell: Shell): Value | undefined {
  const at = command.args.findIndex(({ text }) => text === "-c" || text === "--command");
  const line = at === -1 ? undefined : command.args[at + 1];
  return line && runLine(line, command, shell);
}

/** `docker run IMAGE sh -c LINE`: the words from an interpreter on. */
function inContainer({ args, input }: Command, shell: Shell): Value | undefined {
  if (!args.some(({ text }) => /^(?:run|exec|ssh)$/.test(text))) return undefined;
  const at = args.findIndex(
    ({ text }) => findInterpreter(text.slice(text.lastIndexOf("/") + 1)) !== undefined,
  );
  return at < 1 ? undefined : shell.runWords(args.slice(at), input);
}

function osascript(command: Command, shell: Shell): Value {
  const scripts = command.args.filter((_word, at) => command.args[at - 1]?.text === "-e");
  const program = scripts.length > 0 ? joined(scripts) : command.input?.value;
  for (const match of program?.text.slice(0, 100_000).matchAll(/do shell script "((?:[^"\\]|\\.)*)"/g) ?? [])
    shell.runText(constant((match[1] ?? "").replace(/\\(.)/g, "$1")));
  return unknown(
    "",
    /the clipboard/.test(program?.text ?? "") ? [{ label: "clipboard", from: "osascript" }] : [],
  );
}

function powershell(command: Command, shell: Shell): Value {
  const { args, input } = command;
  const at = args.findIndex(({ text }) => /^-(?:c|command|ec)$/i.test(text) || isEncodedOption(text));
  const words = joined(at === -1 ? args.filter(({ text }) => !text.startsWith("-")) : args.slice(at + 1));
  const isEncoded = /^-e/i.test(args[at]?.text ?? "");
  // Documents write `-enc` alone, or with the first characters of an example.
  if (isEncoded && words.isKnown && /^\s*$|\.{3}|…|[<[]/.test(words.text)) return empty;
  const text = isEncoded ? fromUtf16(words.text) : words.text;
  const program = at === -1 && input ? input.value : { ...words, text: text ?? words.text };
  const decoded: Value = isEncoded
    ? { ...program, carries: [...program.carries, { label: "decoded", from: "-EncodedCommand" }] }
    : program;
  if (/^[\w./\\:~-]{1,200}\.ps1$/i.test(decoded.text)) return empty;
  return evaluate(decoded, { shell, means: command.program, language: "powershell" });
}

/** PowerShell takes any beginning of an option's name. */
function isEncodedOption(text: string): boolean {
  return /^-e/i.test(text) && "encodedcommand".startsWith(text.slice(1).toLowerCase());
}

function fromUtf16(text: string): string | undefined {
  const plain = text.replace(/[^A-Za-z0-9+/]/g, "");
  if (plain.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  return new TextDecoder("utf-16le").decode(bytes);
}

function nestedAfter(
  option: RegExp,
  language: Language,
  { command, shell }: { readonly command: Command; readonly shell: Shell },
): Value {
  const at = command.args.findIndex(({ text }) => option.test(text));
  return at === -1
    ? empty
    : evaluate(joined(command.args.slice(at + 1)), { shell, means: command.program, language });
}

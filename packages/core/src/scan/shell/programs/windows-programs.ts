import { evaluate } from "../evaluate.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { constant, empty, unknown, type Value, wordText } from "../value.ts";

/** Programs of Windows that fetch, run or register something. */
export const windowsPrograms: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ["certutil", certutil],
  ["bitsadmin", bitsadmin],
  ["schtasks", schtasks],
  ["reg", reg],
  ["mshta", runAddress],
  ["regsvr32", runAddress],
  ["rundll32", runAddress],
  ["msiexec", runAddress],
  ["wmic", (command, shell) => runAfter(/^create$/i, command, shell)],
  ["forfiles", (command, shell) => runAfter(/^\/c$/i, command, shell)],
]);

const address = /^(?:https?|ftp):\/\//i;

function certutil(command: Command, shell: Shell): Value {
  const { args } = command;
  const files = args.filter(({ text }) => !/^[-/](?!\/)\w/.test(text));
  const url = files.find(({ text }) => address.test(text));
  if (url) {
    shell.report({ kind: "connect", address: wordText(url), direction: "fetch", carries: url.carries });
    const file = files[files.indexOf(url) + 1] ?? {
      ...url,
      text: url.text.slice(url.text.lastIndexOf("/") + 1),
    };
    shell.writeFile(file, unknown("", [{ label: "remote", from: url.text }]));
    return empty;
  }
  const [from, to] = files;
  if (from && to && args.some(({ text }) => /^[-/]decode/i.test(text))) {
    const content = shell.readFile(from);
    shell.writeFile(to, unknown("", [...content.carries, { label: "decoded", from: "certutil -decode" }]));
  }
  return empty;
}

function bitsadmin({ args }: Command, shell: Shell): Value {
  const at = args.findIndex(({ text }) => address.test(text));
  const [url, file] = at === -1 ? [] : args.slice(at);
  if (!url) return empty;
  shell.report({ kind: "connect", address: wordText(url), direction: "fetch", carries: url.carries });
  if (file) shell.writeFile(file, unknown("", [{ label: "remote", from: url.text }]));
  return empty;
}

function schtasks({ args }: Command, shell: Shell): Value {
  const at = args.findIndex(({ text }) => /^\/tr$/i.test(text));
  const program = at === -1 ? undefined : args[at + 1];
  if (!args.some(({ text }) => /^\/create$/i.test(text))) return empty;
  shell.writeFile(constant("schtasks"), program ?? unknown(""));
  if (program) shell.runWords(shell.readWords(program.text.replaceAll("\\", "/")));
  return empty;
}

/** `reg add KEY /v NAME /d VALUE` writes the registry, where a key under `Run` starts programs. */
function reg({ args }: Command, shell: Shell): Value {
  const [verb, key] = args;
  const at = args.findIndex(({ text }) => /^\/d$/i.test(text));
  if (!key || !verb) return empty;
  if (/^add$/i.test(verb.text)) shell.writeFile(key, (at === -1 ? undefined : args[at + 1]) ?? unknown(""));
  else if (/^delete$/i.test(verb.text)) shell.report({ kind: "delete", path: key.text, carries: [] });
  else if (/^(?:save|export)$/i.test(verb.text)) return shell.readFile(key);
  return empty;
}

/** Programs that run what stands at an address. */
function runAddress(command: Command, shell: Shell): Value {
  for (const { text, carries } of command.args) {
    const url = /(?:https?):\/\/[^\s"')]{1,500}/i.exec(text)?.[0];
    if (url === undefined) continue;
    shell.report({ kind: "connect", address: url, direction: "fetch", carries });
    shell.report({ kind: "evaluate", means: command.program, carries: [{ label: "remote", from: url }] });
    return empty;
  }
  const script = command.args.find(({ text }) => /^(?:javascript|vbscript):/i.test(text));
  return script
    ? evaluate(
        { ...script, text: script.text.slice(script.text.indexOf(":") + 1) },
        { shell, means: command.program, language: "javascript" },
      )
    : empty;
}

function runAfter(option: RegExp, { args }: Command, shell: Shell): Value {
  const at = args.findIndex(({ text }) => option.test(text));
  const program = at === -1 ? undefined : args[at + 1];
  return program ? shell.runWords(shell.readWords(program.text.replaceAll("\\", "/"))) : empty;
}

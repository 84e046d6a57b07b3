import { isJsonObject } from "../text/json.ts";
import { plainKey, shellFields } from "./input-fields.ts";
import { policyLimits } from "./limits.ts";
import { readToolName, type ToolName } from "./match-tool.ts";
import { readRequestPath } from "./request-path.ts";
import { commandsInside } from "./shell/commands-inside.ts";
import { readShell } from "./shell/read-shell.ts";
import type { Redirection, ShellCommand, ShellWord } from "./shell/shell-command.ts";
import { type RequestPart, type ToolRequest, unreadablePart } from "./tool-request.ts";

/** Everything a command line would do: each program it starts, each file it redirects to or from. */
export function readShellParts(tool: ToolName, request: ToolRequest): readonly RequestPart[] {
  const line = readCommandLine(tool, request);
  if (!line.ok) return unreadableCommand(tool, line.problem);
  const reading = readShell(line.text);
  if (!reading.ok) return unreadableCommand(tool, reading.problem);
  const all = withInner(reading.commands);
  if (!all) return unreadableCommand(tool, "commands are nested too deeply");
  const moves = all.some(mayChangeFolder);
  return [
    ...reading.commands.map((command) => toCommandPart(tool, command)),
    ...all.flatMap(({ redirections }) => redirections.map((one) => toFilePart(one, request, { moves }))),
  ];
}

/** The commands with those they run in turn: `sh -c 'echo x > y'` redirects too. Undefined beyond the depth limit. */
function withInner(commands: readonly ShellCommand[]): readonly ShellCommand[] | undefined {
  const all: ShellCommand[] = [];
  let level = commands;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > policyLimits.shellDepth) return undefined;
    all.push(...level);
    level = level.flatMap((command) => {
      const inner = commandsInside(command);
      return inner === "unknown" ? [] : inner;
    });
  }
  return all;
}

function toCommandPart(tool: ToolName, command: ShellCommand): RequestPart {
  const assigned = command.assignments.map(({ name, value }) => `${name}=${wordText(value)}`);
  const text = [...assigned, ...command.words.map(wordText)].join(" ");
  return { tool, subject: { kind: "command", command }, text };
}

const readTool = readToolName("Read");
const writeTool = readToolName("Write");

/** An unreadable command may also read and write files. */
export function unreadableCommand(tool: ToolName, problem: string): readonly RequestPart[] {
  const possible = { subject: { kind: "possible" }, text: problem } as const;
  return [unreadablePart(tool, problem), { tool: writeTool, ...possible }, { tool: readTool, ...possible }];
}

type CommandLine =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** The one command line of a call that runs in the workspace, or why there is none. */
function readCommandLine({ asked }: ToolName, request: ToolRequest): CommandLine {
  const refuse = (problem: string): CommandLine => ({ ok: false, problem });
  if (/^powershell$/i.test(asked)) return refuse("PowerShell has a different grammar");
  if (!isJsonObject(request.input)) return refuse("its input is not an object");
  const lines: string[] = [];
  for (const [key, value] of Object.entries(request.input)) {
    const purpose = shellFields.get(plainKey(key));
    if (value === null || /^(?:number|boolean)$/.test(typeof value) || purpose === "text") continue;
    const text = toText(value);
    if (purpose === undefined || text === undefined) return refuse(`its field '${key}' is unknown`);
    if (purpose === "command") lines.push(text);
    // In another folder, relative programs and paths are different ones.
    else if (readRequestPath(text, request)?.real !== request.workspace)
      return refuse("it runs in another folder");
  }
  const [text, another] = lines;
  if (text === undefined || another !== undefined) return refuse("it does not name one command");
  return { ok: true, text };
}

/** A list is a program with its arguments, without a shell: quote each as a word. */
function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const words: readonly unknown[] = value;
  if (!words.every((word) => typeof word === "string")) return undefined;
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

const folderChangers: ReadonlySet<string> = new Set(["cd", "chdir", "pushd", "popd"]);
const lineReaders: ReadonlySet<string> = new Set(["eval", "source", "."]);

/** Whether relative paths may mean something else after the command. */
function mayChangeFolder({ words: [program, ...rest] }: ShellCommand): boolean {
  if (program === undefined) return false;
  if (program.text === undefined || lineReaders.has(program.text)) return true;
  return [program, ...rest].some(({ text }) => text !== undefined && folderChangers.has(text));
}

function toFilePart(
  { access, target }: Redirection,
  request: ToolRequest,
  { moves }: { readonly moves: boolean },
): RequestPart {
  const tool = access === "write" ? writeTool : readTool;
  const text = `${access === "write" ? ">" : "<"} ${wordText(target)}`;
  const isKnown = target.text !== undefined && (!moves || target.text.startsWith("/"));
  const path = isKnown ? readRequestPath(target.text, request) : undefined;
  return path ? { tool, subject: { kind: "path", path }, text } : unreadablePart(tool, text);
}

function wordText(word: ShellWord): string {
  return word.text ?? `${word.prefix}…`;
}

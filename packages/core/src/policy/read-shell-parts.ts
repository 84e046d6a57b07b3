import { compact } from "../text/compact.ts";
import { isJsonObject } from "../text/json.ts";
import { plainKey, shellFields } from "./input-fields.ts";
import { policyLimits } from "./limits.ts";
import { readToolName, type ToolName } from "./match-tool.ts";
import { readRequestPath } from "./request-path.ts";
import { commandsInside } from "./shell/commands-inside.ts";
import { readShell } from "./shell/read-shell.ts";
import type { Redirection, ShellCommand, ShellReading, ShellWord } from "./shell/shell-command.ts";
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
  const { leaving, folders } = followFolders(all, request);
  const list = reading.signs ? reading : undefined;
  return [
    ...reading.commands.map((command) =>
      toCommandPart(tool, command, { request, leaving, folders, line: list }),
    ),
    ...all.flatMap(({ redirections }) => redirections.flatMap((one) => toFileParts(one, request, { moves }))),
  ];
}

/** The commands with those they run in turn: `sh -c 'echo x > y'` redirects too. Undefined beyond the depth limit. */
export function withInner(commands: readonly ShellCommand[]): readonly ShellCommand[] | undefined {
  const all: ShellCommand[] = [];
  let level = commands;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > policyLimits.shellDepth) return undefined;
    all.push(...level);
    level = level.flatMap((command) => {
      const inner = commandsInside(command);
      return inner === "unknown" || "code" in inner ? [] : inner;
    });
  }
  return all;
}

type Line = {
  readonly request: ToolRequest;
  /** The commands that may change to a folder outside of the workspace. */
  readonly leaving: readonly ShellCommand[];
  readonly folders: Folders;
  readonly line: (ShellReading & { readonly ok: true }) | undefined;
};

function toCommandPart(tool: ToolName, command: ShellCommand, place: Line): RequestPart {
  const { leaving, line } = place;
  const assigned = command.assignments.map(({ name, value }) => `${name}=${wordText(value)}`);
  const text = [...assigned, ...command.words.map(wordText)].join(" ");
  const local = withoutFolder(command, place);
  const isElsewhere = leaving.length > 0 && !isFolderChange(command);
  const subject = {
    kind: "command",
    command,
    ...compact({ local, line }),
    ...(isElsewhere && { leaving }),
  } as const;
  return { tool, subject, text };
}

/** `git -C folder log` is `git log` if the folder is in the workspace, and then as trusted as the workspace. */
function withoutFolder(command: ShellCommand, { request, folders }: Line): ShellCommand | undefined {
  const { words } = command;
  if (words[0]?.text !== "git") return undefined;
  let start = 1;
  let from: Folders | undefined = folders;
  while (words[start]?.text === "-C") {
    from = from && enter(words[start + 1], from, request);
    if (from === undefined || start > mostFolders) return undefined;
    start += 2;
  }
  return start === 1 ? undefined : { ...command, words: [...words.slice(0, 1), ...words.slice(start)] };
}

/** Folders that a command may run in, empty for the workspace. */
type Folders = readonly string[];
const mostFolders = 64;

/** Where a word leads from any of the folders; undefined if it may lead out of the workspace. */
function enter(word: ShellWord | undefined, from: Folders, request: ToolRequest): Folders | undefined {
  if (word?.text === undefined) return topLevel.test(word?.written ?? "") ? from : undefined;
  const { text } = word;
  if (text.startsWith("-") || from.length > mostFolders) return undefined;
  const reached = text.startsWith("/")
    ? [text]
    : from.map((folder) => (folder === "" ? text : `${folder}/${text}`));
  return reached.every((path) => isInside(path, request)) ? reached : undefined;
}

/** Whether a path is in the workspace, apart from hidden folders, where skills and settings of agents are. */
function isInside(path: string, request: ToolRequest): boolean {
  const real = readRequestPath(path, request)?.real;
  if (real === undefined) return false;
  return real === request.workspace || isBelow(real.slice(request.workspace.length), real, request.workspace);
}

type Followed = { readonly leaving: readonly ShellCommand[]; readonly folders: Folders };

/** The folders that `cd` may lead to, each from the workspace and from those before it, and the commands that may leave. */
function followFolders(commands: readonly ShellCommand[], request: ToolRequest): Followed {
  let folders: Folders = [""];
  const leaving = commands.filter(({ words }) => {
    if (!folderChangers.has(words[0]?.text ?? "")) return false;
    const isPlain = words[0]?.text === "cd" && words.length === 2;
    const reached = isPlain ? enter(words[1], folders, request) : undefined;
    if (reached) folders = [...new Set([...folders, ...reached])];
    return reached === undefined;
  });
  return { leaving, folders };
}

function isBelow(rest: string, real: string, workspace: string): boolean {
  return real.startsWith(`${workspace}/`) && !rest.includes("/.");
}

const topLevel = /^(?:"\$\(git rev-parse --show-toplevel\)"|"\$\(pwd\)"|"\$\{?PWD\}?")$/;

const readTool = readToolName("Read");
const writeTool = readToolName("Write");
const fetchTool = readToolName("WebFetch");

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

function isFolderChange({ words: [program] }: ShellCommand): boolean {
  return folderChangers.has(program?.text ?? "");
}

/** Whether relative paths may mean something else after the command. */
function mayChangeFolder({ words: [program, ...rest] }: ShellCommand): boolean {
  if (program === undefined) return false;
  if (program.text === undefined || lineReaders.has(program.text)) return true;
  return [program, ...rest].some(({ text }) => text !== undefined && folderChangers.has(text));
}

function toFileParts(
  { access, target, mayConnect }: Redirection,
  request: ToolRequest,
  { moves }: { readonly moves: boolean },
): readonly RequestPart[] {
  const tool = access === "write" ? writeTool : readTool;
  const text = `${access === "write" ? ">" : "<"} ${wordText(target)}`;
  const isKnown = target.text !== undefined && (!moves || target.text.startsWith("/"));
  const path = isKnown ? readRequestPath(target.text, request) : undefined;
  const file: RequestPart = path
    ? { tool, subject: { kind: "path", path }, text }
    : unreadablePart(tool, text);
  // Bash opens `/dev/tcp/host/port` as a connection.
  return mayConnect ? [file, { tool: fetchTool, subject: { kind: "possible" }, text }] : [file];
}

function wordText(word: ShellWord): string {
  return word.text ?? `${word.prefix}…`;
}

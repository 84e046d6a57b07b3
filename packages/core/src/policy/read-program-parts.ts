import { isJsonObject } from "../text/json.ts";
import { plainKey } from "./input-fields.ts";
import { readToolName, type ToolName } from "./match-tool.ts";
import { readShellParts, unreadableCommand } from "./read-shell-parts.ts";
import { isForeignTool } from "./tool-names.ts";
import { type RequestPart, type ToolRequest, unreadablePart } from "./tool-request.ts";

/** What a program-starting tool would do, as uses of the shell. */
export function readProgramParts({ name }: ToolName, request: ToolRequest): readonly RequestPart[] {
  switch (programTools.get(name)) {
    case "task":
      return readTaskParts(request);
    case "code":
      return unreadableCommand(shell, "it runs code");
    case "project":
      return [projectProgram];
    case undefined:
      return readUnknownToolParts(request);
  }
}

/** Whether an unknown tool has a command in its input. MCP servers may mean anything by one. */
export function isUnknownToolWithCommand({ kind, asked }: ToolName, { input }: ToolRequest): boolean {
  if (kind !== "other" || isForeignTool(asked) || asked.includes("__")) return false;
  return isJsonObject(input) && Object.keys(input).some(isCommandKey);
}

const shell = readToolName("Bash");

/** Like `npm test`, this runs files that are not inspected. */
const projectProgram = unreadablePart(shell, "it does not say which programs it starts");

/** VS Code's task: inline, or the name of one in the project. */
function readTaskParts(request: ToolRequest): readonly RequestPart[] {
  const { task, workspaceFolder = request.workspace } = isJsonObject(request.input) ? request.input : {};
  if (task === undefined) return [projectProgram];
  const command = isJsonObject(task) ? lineOfTask(task) : undefined;
  if (command === undefined) return unreadableCommand(shell, "its task cannot be read");
  return readShellParts(shell, { ...request, input: { command, cwd: workspaceFolder } });
}

const plainTaskFields: ReadonlySet<string> = new Set([
  ...["command", "args", "type", "label", "group", "isBackground", "problemMatcher"],
]);

/** Undefined if the editor might run anything but these words in this order. */
function lineOfTask(task: Readonly<Record<string, unknown>>): string | undefined {
  const { command, args = [], type = "shell" } = task;
  if (!Object.keys(task).every((key) => plainTaskFields.has(key))) return undefined;
  if (typeof command !== "string" || (type !== "shell" && type !== "process")) return undefined;
  const words: readonly unknown[] | undefined = Array.isArray(args) ? args : undefined;
  const isPlain = words?.every((word) => typeof word === "string" && /^[\w.,:=@%+/-]+$/.test(word));
  return isPlain === true ? [command, ...(words ?? [])].join(" ") : undefined;
}

/** Only its command counts; other fields may mean anything. */
function readUnknownToolParts(request: ToolRequest): readonly RequestPart[] {
  const entries = Object.entries(isJsonObject(request.input) ? request.input : {});
  return entries
    .filter(([key]) => isCommandKey(key))
    .flatMap(([, command]) => readShellParts(shell, { ...request, input: { command } }))
    .filter(({ subject }) => subject.kind !== "possible");
}

function isCommandKey(key: string): boolean {
  return /^(?:cmd|command|commandline)$/.test(plainKey(key));
}

/** How much a call of a program-starting tool says about the program. */
type ProgramTool =
  /** An editor task: a command with arguments, or the name of a task of the project. */
  | "task"
  /** Code, which can do whatever a program can. */
  | "code"
  /** Nothing: it runs a command of the project, as `npm test` does. */
  | "project";

/**
 * Tools besides the shell that start programs, by canonical name in lower case. Deny and ask rules for `Bash` apply to
 * them too; an allowlist must name them.
 */
export const programTools: ReadonlyMap<string, ProgramTool> = new Map([
  ["runtask", "task"],
  ["codeexecution", "code"],
  ["runvscodecommand", "code"],
  ["runtests", "project"],
]);

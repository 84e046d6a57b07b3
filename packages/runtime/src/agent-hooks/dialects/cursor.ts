import { compact, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { AgentDialect, HookOutput, HookProblem, ReportedCall } from "../agent-dialect.ts";
import { createDialect, printJson } from "./create-dialect.ts";
import { slashedSkills } from "./prompt-skills.ts";
import {
  callIdOf,
  type EventKind,
  isToolName,
  isWord,
  problem,
  readRawCall,
  readUse,
  serverEffect,
  toCall,
} from "./read-event.ts";
import { skillFolderOf, skillsReadBy, skillsServedBy } from "./skill-file-reads.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["preToolUse", "call"],
  ["beforeShellExecution", "call"],
  ["beforeMCPExecution", "call"],
  ["beforeReadFile", "call"],
  ["subagentStart", "call"],
  ["beforeSubmitPrompt", "prompt"],
  ["sessionEnd", "session-end"],
  // Editor completions are the user's own.
  ["beforeTabFileRead", "other"],
  ["preCompact", "other"],
]);

/** Cursor 2, per its SDK 1.0.32 and documentation. */
export const cursor: AgentDialect = createDialect({
  agent: "cursor",
  recognizes: ({ cursor_version: version, conversation_id: conversation }) =>
    typeof version === "string" && typeof conversation === "string",
  reader: {
    eventOf: ({ hook_event_name: event }) => (isWord(event) ? event : undefined),
    kinds,
    sessionOf: ({ conversation_id: conversation, session_id: session }) => conversation ?? session,
    cwdOf,
    readCall,
    skillsOf,
  },
  words: {
    silence: "{}\n",
    allow: () => printJson({ permission: "allow" }),
    // For other events Cursor accepts "ask" but asks no one.
    ask: (reason, event) => (event === "beforeShellExecution" ? decide("ask", reason) : undefined),
    deny: (reason) => decide("deny", reason),
  },
});

function decide(permission: "ask" | "deny", reason: string): HookOutput {
  return printJson({ permission, user_message: reason, agent_message: reason });
}

/**
 * The workspace comes before a command's folder, so that a command in another folder is recognized as such. Without an
 * open folder there is no project, and paths are absolute.
 */
function cwdOf({ workspace_roots: roots, cwd }: JsonObject): unknown {
  if (!Array.isArray(roots)) return cwd;
  const [root]: readonly unknown[] = roots;
  return root ?? (cwd || "/");
}

function readCall(payload: JsonObject, cwd: string): ReportedCall | HookProblem {
  switch (payload.hook_event_name) {
    case "beforeShellExecution":
      return readShell(payload, { command: payload.command }, cwd);
    case "beforeReadFile":
      return readFile({ file_path: payload.file_path }, payload, cwd);
    case "beforeMCPExecution":
      return readMcp(payload);
    case "subagentStart":
      return toCall([{ tool: "Task", input: { subagent_type: payload.subagent_type, task: payload.task } }]);
    default:
      return readToolUse(payload, cwd);
  }
}

function readToolUse(payload: JsonObject, cwd: string): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  const { tool, input } = raw;
  if (/^MCP:/i.test(tool)) return toMcpCall(undefined, { tool: tool.slice("MCP:".length), input }, payload);
  if (tool === "Shell" && isJsonObject(input)) return readShell(payload, input, cwd);
  if (tool === "Read" && isJsonObject(input)) return readFile(input, payload, cwd);
  // Edits arrive as `Write` too, with the whole text.
  return readUse({ tool, input }, callIdOf(payload));
}

/** A command's folder is in its input or next to it; an empty one counts as absent. */
function readShell(
  payload: JsonObject,
  { cwd: own, ...input }: JsonObject,
  cwd: string,
): ReportedCall | HookProblem {
  const { command } = input;
  if (typeof command !== "string") return problem("The payload has no 'command'.");
  const folder = [own, payload.cwd].find((one) => one !== undefined && one !== "");
  const loads = skillsReadBy(command, isWord(folder) ? folder : cwd);
  return toCall([{ tool: "Shell", input: { ...input, ...compact({ cwd: folder }) } }], {
    ...callIdOf(payload),
    ...(loads.length > 0 ? { loads } : {}),
  });
}

/** Cursor has no skill tool: reading a SKILL.md loads the skill. */
function readFile(input: JsonObject, payload: JsonObject, cwd: string): ReportedCall | HookProblem {
  const paths = [input.file_path, input.path].filter((path) => path !== undefined);
  if (paths.length === 0 || !paths.every(isWord)) return problem("The payload has no file in 'file_path'.");
  const loads = paths.flatMap((path) => skillFolderOf(path, cwd) ?? []);
  return toCall([{ tool: "Read", input }], {
    ...callIdOf(payload),
    ...(loads.length > 0 ? { loads } : {}),
  });
}

function readMcp(payload: JsonObject): ReportedCall | HookProblem {
  const { tool_name: tool, tool_input: input, mcp_server_name: server } = payload;
  if (!isToolName(tool)) return problem("The payload has no tool name in 'tool_name'.");
  const parsed = typeof input === "string" ? (parseJson(input) ?? input) : input;
  const name = tool.replace(/^MCP:/i, "");
  return toMcpCall(isToolName(server) ? server : undefined, { tool: name, input: parsed }, payload);
}

/**
 * `preToolUse` does not name the server. The star means an unknown one: rules for this tool on any server deny it,
 * and only a rule for all servers allows it. It may be our own server, which then may load a skill but not leave one.
 */
function toMcpCall(
  server: string | undefined,
  { tool, input }: { readonly tool: string; readonly input: unknown },
  payload: JsonObject,
): ReportedCall {
  const name = `mcp__${server ?? "skillwright"}__${tool}`;
  const effect = { ...serverEffect(name, input), ...skillsServedBy(name, input) };
  const { leaves: _, ...loading } = effect;
  return toCall([{ tool: `mcp__${server ?? "*"}__${tool}`, input }], {
    ...callIdOf(payload),
    ...(server === undefined ? loading : effect),
  });
}

/** Cursor may show the model a skill called as `/name` without a read, so the name counts. */
function skillsOf({ prompt, attachments }: JsonObject, cwd: string): readonly string[] | undefined {
  if (typeof prompt !== "string") return undefined;
  const files: readonly unknown[] = Array.isArray(attachments) ? attachments : [];
  const folders = files.flatMap((file) => {
    const path = isJsonObject(file) ? file.file_path : undefined;
    return isWord(path) ? (skillFolderOf(path, cwd) ?? []) : [];
  });
  return [...slashedSkills(prompt), ...folders];
}

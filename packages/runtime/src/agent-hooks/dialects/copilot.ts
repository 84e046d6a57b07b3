import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { AgentDialect, HookOutput, HookProblem, ReportedCall, ToolUse } from "../agent-dialect.ts";
import { block, createDialect, printJson } from "./create-dialect.ts";
import { leadingSkills } from "./prompt-skills.ts";
import {
  callIdOf,
  type EventKind,
  isToolName,
  isWord,
  problem,
  type RawCall,
  readRawCall,
  readUse,
  serverEffect,
  toCall,
} from "./read-event.ts";
import { readPatch } from "./read-patch.ts";
import { skillFolderOf, skillsServedBy } from "./skill-file-reads.ts";

// One agent, three forms: `preToolUse` in Copilot's files has camelCase fields and no event name; `PreToolUse` has
// Claude Code's fields; VS Code mixes both and has other tool names.

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["preToolUse", "call"],
  ["PreToolUse", "call"],
  ["userPromptSubmitted", "prompt"],
  ["UserPromptSubmit", "prompt"],
  ["sessionEnd", "session-end"],
  ["SessionEnd", "session-end"],
  ["permissionRequest", "other"],
  ["PermissionRequest", "other"],
  ["preCompact", "other"],
  ["PreCompact", "other"],
]);

/** Copilot CLI 1.0, the cloud agent, and VS Code. */
export const copilot: AgentDialect = createDialect({
  agent: "copilot",
  recognizes,
  reader: {
    eventOf,
    kinds,
    sessionOf: ({ sessionId, session_id: session }) => sessionId ?? session,
    // A sub-agent has its own session.
    parentOf: ({ parentAgentId, parent_agent_id: parent }) => parentAgentId ?? parent,
    cwdOf: ({ cwd }) => cwd,
    readCall,
    skillsOf,
  },
  words: {
    silence: "",
    allow: (reason, event) => decide("allow", reason, event),
    ask: (reason, event) => decide("ask", reason, event),
    deny: (reason, event) => decide("deny", reason, event),
    // The exit code is what counts; the output adds the reason.
    denyUnread: (reason, event) => ({ ...block(reason), stdout: decide("deny", reason, event).stdout }),
  },
});

function recognizes(payload: JsonObject): boolean {
  if (payload.cursor_version !== undefined || payload.turn_id !== undefined) return false;
  if (typeof payload.sessionId === "string") return true;
  // Claude Code has no timestamp, and Gemini CLI has other event names.
  const isTimed = typeof payload.timestamp === "string" && payload.permission_mode === undefined;
  if (!isTimed || typeof payload.session_id !== "string") return false;
  // Except at the end of a session, where Copilot sends no transcript.
  if (payload.hook_event_name === "SessionEnd") return payload.transcript_path === undefined;
  return recognized.has(payload.hook_event_name);
}

const recognized: ReadonlySet<unknown> = new Set(["PreToolUse", "PostToolUse", "UserPromptSubmit"]);

function eventOf(payload: JsonObject): string | undefined {
  const named = payload.hook_event_name ?? payload.hookEventName;
  if (named !== undefined) return isWord(named) ? named : undefined;
  const isThere = (field: string): boolean => payload[field] !== undefined && payload[field] !== null;
  return unnamed.find(([fields]) => fields.every(isThere))?.[1];
}

/** Events by the fields that distinguish them from those below. */
const unnamed: readonly (readonly [readonly string[], string])[] = [
  [["toolName", "toolResult"], "postToolUse"],
  [["toolName", "error"], "postToolUseFailure"],
  [["toolName"], "preToolUse"],
  [["transformedPrompt"], "userPromptTransformed"],
  [["prompt"], "userPromptSubmitted"],
  [["stopReason"], "agentStop"],
  [["agentName"], "subagentStart"],
  [["error"], "errorOccurred"],
  [["reason"], "sessionEnd"],
  [["source"], "sessionStart"],
];

function readCall(payload: JsonObject, cwd: string): ReportedCall | HookProblem {
  const raw = payload.toolName === undefined ? readRawCall(payload) : readCamelCall(payload);
  if (raw.kind === "problem") return raw;
  const id = callIdOf(payload);
  if (isPatch(raw)) return toCall(readPatch(raw.input), id);
  const input = /^bash$/i.test(raw.tool) ? withoutMode(raw.input) : raw.input;
  const tool = toolOf(raw.tool);
  if (!mayBeVsCode(payload)) return readUse({ tool, input }, id);
  const isUnclear = payload.hookEventName === undefined && tool !== raw.tool;
  const named = { tool: raw.tool, input, ...(isUnclear ? { alias: tool } : {}) };
  const call = readUse(named, id);
  if (call.kind === "problem") return call;
  // The owner of the tool may be unclear here, so it leaves no skill.
  const { leaves: _, ...effect } = serverEffect(tool, input);
  return { ...call, ...effect, ...skillsServedBy(tool, input), ...loadsByReading(named, cwd) };
}

function readCamelCall({ toolName: tool, toolArgs: args }: JsonObject): RawCall | HookProblem {
  if (!isToolName(tool)) return problem("The payload has no tool name in 'toolName'.");
  if (args === undefined) return problem("The payload has no 'toolArgs'.");
  // Anything but JSON stays text, which no rule on what a call does can match with certainty.
  return { kind: "raw", tool, input: typeof args === "string" ? (parseJson(args) ?? args) : args };
}

/** `Edit` may mean `apply_patch`, whose input is a string. */
function isPatch({ tool, input }: RawCall): boolean {
  return tool === "apply_patch" || (tool === "Edit" && typeof input === "string");
}

/**
 * MCP tools are named `server-tool`. One hyphen is unambiguous. With more, deny rules that might match do match, and
 * allowlists never certainly do. A truncated name might be any tool. VS Code's `mcp_server_tool` is equally ambiguous
 * as it is.
 */
function toolOf(name: string): string {
  if (!name.includes("-")) return name;
  if (name.length >= longestName) return `mcp__${name}…`;
  const [server, tool, more] = name.split("-");
  return server && tool && more === undefined ? `mcp__${server}__${tool}` : `mcp__${name}`;
}

/** Copilot truncates tool names there. */
const longestName = 64;

/** Waiting for a command or not does not change what it does. */
function withoutMode(input: unknown): unknown {
  if (!isJsonObject(input)) return input;
  const { mode, ...rest } = input;
  return mode === "sync" || mode === "async" ? rest : input;
}

/** VS Code has no skill tool: reading a SKILL.md loads the skill. */
function loadsByReading({ tool, input }: ToolUse, cwd: string): Pick<ReportedCall, "loads"> {
  const path = tool === "read_file" && isJsonObject(input) ? input.filePath : undefined;
  const folder = isWord(path) ? skillFolderOf(path, cwd) : undefined;
  return folder === undefined ? {} : { loads: [folder] };
}

/** Only the first is certainly VS Code. Copilot has no call ids so far; if it adds them, both readings apply. */
function mayBeVsCode({ hookEventName, tool_use_id: call }: JsonObject): boolean {
  return hookEventName !== undefined || call !== undefined;
}

/**
 * A skill the user calls as `/name` arrives as a sentence that tells the model to load it, or as the skill's whole text
 * with name and folder.
 */
function skillsOf({ prompt }: JsonObject): readonly string[] | undefined {
  if (typeof prompt !== "string") return undefined;
  const [, told] = toldToLoad.exec(prompt) ?? [];
  const inline = Array.from(prompt.matchAll(inlineSkill), ([, name = "", folder]) => [folder, name]);
  const named = [told, ...inline.flat()].filter(isWord);
  return named.length === 0 ? leadingSkills(prompt) : [...new Set(named)];
}

const toldToLoad =
  /^\s*(?:Use the skill tool to invoke the "|The user explicitly invoked the "\/)([^"\n]+)" skill\b/;
const inlineSkill =
  /<skill-context name="([^"\n]+)">(?:\s*Base directory for this skill: (\/[^\n]*[^\s]|[A-Za-z]:[^\n]*[^\s]))?/g;

/** Both shapes, for callers that read Claude Code's first and Copilot's own otherwise. */
function decide(decision: "allow" | "ask" | "deny", reason: string, event: string | undefined): HookOutput {
  const flat = { permissionDecision: decision, permissionDecisionReason: reason };
  if (event === "preToolUse") return printJson(flat);
  return printJson({ hookSpecificOutput: { hookEventName: "PreToolUse", ...flat }, ...flat });
}

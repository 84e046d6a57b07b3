import { isJsonObject, type JsonObject, parseJson } from "@skillwright/core";
import type { AgentDialect, HookOutput, HookProblem, ToldCall, ToolUse } from "../agent-dialect.ts";
import { createDialect } from "./create-dialect.ts";
import { block, printJson } from "./hook-output.ts";
import { leadingSkills } from "./prompt-skills.ts";
import { callIdOf, type RawCall, readRawCall, readUse, serverEffect, toCall } from "./read-call.ts";
import { type EventKind, isToolName, isWord, problem } from "./read-event.ts";
import { readPatch } from "./read-patch.ts";
import { skillFolderOf } from "./skill-file-reads.ts";

// One agent, three forms: `preToolUse` in Copilot's files has fields in camel case and no name of the event; `PreToolUse`
// has Claude Code's fields; VS Code mixes both and has tools by other names.

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
  recognises,
  reader: {
    eventOf,
    kinds,
    sessionOf: ({ sessionId, session_id: session }) => sessionId ?? session,
    cwdOf: ({ cwd }) => cwd,
    readCall,
    skillsOf,
  },
  words: {
    silence: "",
    allow: (reason, event) => decide("allow", reason, event),
    ask: (reason, event) => decide("ask", reason, event),
    deny: (reason, event) => decide("deny", reason, event),
    // By the code as well, which counts whatever becomes of the words; the words, since the code alone gives no reason.
    denyUnread: (reason, event) => ({ ...block(reason), stdout: decide("deny", reason, event).stdout }),
  },
});

function recognises(payload: JsonObject): boolean {
  if (payload.cursor_version !== undefined || payload.turn_id !== undefined) return false;
  if (typeof payload.sessionId === "string") return true;
  // Claude Code writes no time, and Gemini CLI has events by other names.
  const isTimed = typeof payload.timestamp === "string" && payload.permission_mode === undefined;
  if (!isTimed || typeof payload.session_id !== "string") return false;
  // But for the end of a session, of which Copilot names no transcript.
  if (payload.hook_event_name === "SessionEnd") return payload.transcript_path === undefined;
  return recognised.has(payload.hook_event_name);
}

const recognised: ReadonlySet<unknown> = new Set(["PreToolUse", "PostToolUse", "UserPromptSubmit"]);

function eventOf(payload: JsonObject): string | undefined {
  const named = payload.hook_event_name ?? payload.hookEventName;
  if (named !== undefined) return isWord(named) ? named : undefined;
  const isThere = (field: string): boolean => payload[field] !== undefined && payload[field] !== null;
  return unnamed.find(([fields]) => fields.every(isThere))?.[1];
}

/** Events by the fields that they have and those below them do not. */
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

function readCall(payload: JsonObject, cwd: string): ToldCall | HookProblem {
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
  // Whose tool it is may be unclear here, so it leaves no skill.
  const { leaves: _, ...effect } = serverEffect(tool, input);
  return { ...call, ...effect, ...loadsByReading(named, cwd) };
}

function readCamelCall({ toolName: tool, toolArgs: args }: JsonObject): RawCall | HookProblem {
  if (!isToolName(tool)) return problem("The payload does not name a tool in 'toolName'.");
  if (args === undefined) return problem("The payload has no 'toolArgs'.");
  // What is no JSON stays a text: no rule on what a call does can be sure of that.
  return { kind: "raw", tool, input: typeof args === "string" ? (parseJson(args) ?? args) : args };
}

/** `Edit` may stand for `apply_patch`, whose input is a text. */
function isPatch({ tool, input }: RawCall): boolean {
  return tool === "apply_patch" || (tool === "Edit" && typeof input === "string");
}

/**
 * Tools of MCP servers are called `server-tool`. With one hyphen it is clear which part is which. With more it is not: rules
 * that stop calls then might mean it and do, lists that let calls pass never surely do. A name that was cut might be any.
 * VS Code's `mcp_server_tool` is as unclear, and needs no change for that.
 */
function toolOf(name: string): string {
  if (!name.includes("-")) return name;
  if (name.length >= longestName) return `mcp__${name}…`;
  const [server, tool, more] = name.split("-");
  return server && tool && more === undefined ? `mcp__${server}__${tool}` : `mcp__${name}`;
}

/** Copilot cuts names of tools there. */
const longestName = 64;

/** Whether a command is waited for changes nothing of what it does. */
function withoutMode(input: unknown): unknown {
  if (!isJsonObject(input)) return input;
  const { mode, ...rest } = input;
  return mode === "sync" || mode === "async" ? rest : input;
}

/** VS Code has no tool for skills: whoever reads a SKILL.md loads the skill. */
function loadsByReading({ tool, input }: ToolUse, cwd: string): Pick<ToldCall, "loads"> {
  const path = tool === "read_file" && isJsonObject(input) ? input.filePath : undefined;
  const folder = isWord(path) ? skillFolderOf(path, cwd) : undefined;
  return folder === undefined ? {} : { loads: [folder] };
}

/** Only the first is VS Code for sure. Copilot has no ids of calls so far; should it come to write them, both readings count. */
function mayBeVsCode({ hookEventName, tool_use_id: call }: JsonObject): boolean {
  return hookEventName !== undefined || call !== undefined;
}

/**
 * A skill that the user calls by `/name` comes as a sentence that tells the model to load it, or with the skill's whole text,
 * by its name and folder.
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

/** Both shapes where the caller reads Claude Code's first and Copilot's own else. */
function decide(decision: "allow" | "ask" | "deny", reason: string, event: string | undefined): HookOutput {
  const flat = { permissionDecision: decision, permissionDecisionReason: reason };
  if (event === "preToolUse") return printJson(flat);
  return printJson({ hookSpecificOutput: { hookEventName: "PreToolUse", ...flat }, ...flat });
}

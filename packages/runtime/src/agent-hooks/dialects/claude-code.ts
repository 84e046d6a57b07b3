import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { AgentDialect, HookProblem, ReportedCall, ReportedSkill } from "../agent-dialect.ts";
import { createDialect, permissionWords } from "./create-dialect.ts";
import { leadingSkills } from "./prompt-skills.ts";
import { callIdOf, type EventKind, isWord, readRawCall, readUse, usualFields } from "./read-event.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["PreToolUse", "call"],
  ["UserPromptSubmit", "prompt"],
  // One for each of `/one /two`, before or after their prompt.
  ["UserPromptExpansion", "load"],
  // Of the skill tool: it reports a skill's list, even of one only Claude Code can find.
  ["PostToolUse", "loaded"],
  ["SessionEnd", "session-end"],
  // These concern calls that were already decided, or no call.
  ["PermissionRequest", "other"],
  ["PermissionDenied", "other"],
  ["PreCompact", "other"],
]);

/** Claude Code 2.1. */
export const claudeCode: AgentDialect = createDialect({
  agent: "claude-code",
  recognizes: (payload) =>
    recognized.has(payload.hook_event_name) &&
    typeof payload.session_id === "string" &&
    typeof payload.transcript_path === "string" &&
    marksOfOthers.every((mark) => payload[mark] === undefined),
  reader: {
    ...usualFields,
    kinds,
    readCall,
    loadedSkill,
    skillsOf,
    isOwnPrompt: ({ source, agent_id: agent }) => agent !== undefined || !fromUser.has(source),
  },
  words: permissionWords,
});

const recognized: ReadonlySet<unknown> = new Set([
  ...["PreToolUse", "PostToolUse", "UserPromptSubmit", "UserPromptExpansion"],
]);
/** Codex, Cursor, Copilot and VS Code have events with the same names. */
const marksOfOthers = ["turn_id", "cursor_version", "timestamp"] as const;
/** Others are wake-ups, schedules and the like, which a model can arrange itself. */
const fromUser: ReadonlySet<unknown> = new Set([undefined, "user", "sdk"]);

function readCall(payload: JsonObject): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  const use = { tool: raw.tool, input: raw.input };
  const { mcp_server: server } = payload;
  // Otherwise a server named `skillwright__fs` would pass as `fs` behind our own gateway.
  const isForeign = isJsonObject(server) && isWord(server.name) && server.name !== "skillwright";
  if (isForeign && /^mcp__skillwright__/i.test(raw.tool))
    return { kind: "call", uses: [use], ...callIdOf(payload) };
  return readUse(use, callIdOf(payload));
}

/** A skill that ran in a fork of the conversation has already ended. */
function loadedSkill({
  tool_name: tool,
  tool_input: input,
  tool_response: response,
}: JsonObject): ReportedSkill | undefined {
  if (tool !== "Skill" || !isJsonObject(response) || response.status === "forked") return undefined;
  const asked = isJsonObject(input) ? input.skill : undefined;
  const skill = isWord(response.commandName) ? response.commandName : asked;
  if (!isWord(skill)) return undefined;
  const { allowedTools: tools } = response;
  if (tools === undefined || (Array.isArray(tools) && tools.length === 0)) return { skill };
  // An unreadable list allows nothing.
  const isRead = Array.isArray(tools) && tools.every(isWord);
  return { skill, tools: isRead ? tools : [] };
}

function skillsOf({ command_name: command, prompt }: JsonObject): readonly string[] | undefined {
  if (isWord(command)) return [ownPrompt(command.replace(/^\//, ""))];
  return typeof prompt === "string" ? leadingSkills(prompt).map(ownPrompt) : undefined;
}

/** Our own server has a prompt for each skill. */
function ownPrompt(name: string): string {
  return name.replace(/^mcp__skillwright__/, "");
}

import type { JsonObject } from "@skillwright/core/text";
import type { AgentDialect, HookProblem, ReportedCall } from "../agent-dialect.ts";
import { agentHooksLimits } from "../limits.ts";
import type { ReadEnd } from "../read-end.ts";
import { createDialect, permissionWords } from "./create-dialect.ts";
import { inlineSkills, leadingSkills } from "./prompt-skills.ts";
import { readEarlierCalls } from "./qwen-transcript.ts";
import { callIdOf, type EventKind, isWord, readRawCall, readUse, usualFields } from "./read-event.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["PreToolUse", "call"],
  ["UserPromptSubmit", "prompt"],
  // A skill the user calls as `/name`, just before its prompt; also of a command that the model runs.
  ["UserPromptExpansion", "load"],
  ["SessionEnd", "session-end"],
  ["PermissionRequest", "other"],
  ["PermissionDenied", "other"],
  ["PreCompact", "other"],
]);

/** Qwen Code 0.24. Sub-agents have the conversation's session id; a call through `tool_call` has its own tool's name. */
export const qwenCode: AgentDialect = createDialect({
  agent: "qwen-code",
  recognizes: ({ hook_event_name: event, session_id: session, prompt_id: prompt, timestamp }) =>
    recognized.has(event) &&
    isWord(session) &&
    typeof timestamp === "string" &&
    typeof prompt === "string" &&
    prompt.startsWith(`${session}########`),
  reader: {
    ...usualFields,
    kinds,
    readCall,
    earlierCalls,
    skillsOf,
    // Qwen Code reports every request to the model as a prompt, also with the results of calls.
    isOwnPrompt: ({ submitted_prompt: typed, agent_id: agent }) =>
      typeof typed !== "string" || agent !== undefined,
  },
  words: permissionWords,
});

const recognized: ReadonlySet<unknown> = new Set([
  ...["PreToolUse", "PostToolUse", "UserPromptSubmit", "UserPromptExpansion"],
]);

function readCall(payload: JsonObject): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  return readUse({ tool: raw.tool, input: raw.input }, callIdOf(payload));
}

function earlierCalls(
  payload: JsonObject,
  _cwd: string,
  readEnd: ReadEnd,
): readonly (ReportedCall | HookProblem)[] {
  const { transcript_path: path, tool_call_id: call, agent_id: agent } = payload;
  if (!isWord(path) || !isWord(call)) return [];
  const written = readEarlierCalls({ path, call, readEnd, mayWait: agent === undefined });
  return written.map((one) => readUse(one));
}

/** The names in what the user typed and in the command, and the folders of the skills whose text the prompt now has. */
function skillsOf(payload: JsonObject): readonly string[] | undefined {
  const { command_name: command, submitted_prompt: typed, prompt } = payload;
  if (typeof prompt !== "string") return undefined;
  const commands = isWord(command) ? command.split(" ").map((name) => name.replace(/^\//, "")) : [];
  const names = typeof typed === "string" ? leadingSkills(typed) : [];
  const named = [...commands, ...names, ...inlineSkills(prompt)].filter(isWord);
  return [...new Set(named)].slice(0, agentHooksLimits.stackedSkills * 2);
}

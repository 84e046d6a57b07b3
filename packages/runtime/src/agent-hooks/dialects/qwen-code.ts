import type { JsonObject } from "@skillwright/core/text";
import type { AgentDialect, HookOutput, HookProblem, ReportedCall } from "../agent-dialect.ts";
import { agentHooksLimits } from "../limits.ts";
import type { ReadEnd } from "../read-end.ts";
import { block, createDialect, printJson } from "./create-dialect.ts";
import { leadingSkills } from "./prompt-skills.ts";
import { readEarlierCalls } from "./qwen-transcript.ts";
import { callIdOf, type EventKind, isWord, readRawCall, readUse } from "./read-event.ts";

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
    eventOf: ({ hook_event_name: event }) => (isWord(event) ? event : undefined),
    kinds,
    sessionOf: ({ session_id: session }) => session,
    cwdOf: ({ cwd }) => cwd,
    readCall,
    earlierCalls,
    skillsOf,
    // Qwen Code reports every request to the model as a prompt, also with the results of calls.
    isOwnPrompt: ({ submitted_prompt: typed, agent_id: agent }) =>
      typeof typed !== "string" || agent !== undefined,
  },
  words: {
    silence: "",
    allow: (reason) => decide("allow", reason),
    ask: (reason) => decide("ask", reason),
    deny: (reason) => decide("deny", reason),
    denyUnread: block,
  },
});

const recognized: ReadonlySet<unknown> = new Set([
  ...["PreToolUse", "PostToolUse", "UserPromptSubmit", "UserPromptExpansion"],
]);

function readCall(payload: JsonObject): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  return readUse({ tool: raw.tool, input: raw.input }, callIdOf(payload));
}

/** Only those that load skills: they restrict the calls after them, whichever hook is first. */
function earlierCalls(payload: JsonObject, _cwd: string, readEnd: ReadEnd): readonly ReportedCall[] {
  const { transcript_path: path, tool_call_id: call, agent_id: agent } = payload;
  if (!isWord(path) || !isWord(call)) return [];
  return readEarlierCalls({ path, call, readEnd, mayWait: agent === undefined }).flatMap((written) => {
    const reported = readUse(written);
    return reported.kind === "call" && reported.loads !== undefined ? [reported] : [];
  });
}

/** The names in what the user typed and in the command, and the folders of the skills whose text the prompt now has. */
function skillsOf(payload: JsonObject): readonly string[] | undefined {
  const { command_name: command, submitted_prompt: typed, prompt } = payload;
  if (typeof prompt !== "string") return undefined;
  const commands = isWord(command) ? command.split(" ").map((name) => name.replace(/^\//, "")) : [];
  const folders = Array.from(prompt.matchAll(inlineSkill), ([, folder = ""]) => folder);
  const named = [...commands, ...(typeof typed === "string" ? leadingSkills(typed) : []), ...folders];
  return [...new Set(named.filter(isWord))].slice(0, agentHooksLimits.stackedSkills * 2);
}

const inlineSkill = /^Base directory for this skill: ((?:\/|[A-Za-z]:[\\/])[^\n]+)$/gm;

function decide(decision: "allow" | "ask" | "deny", reason: string): HookOutput {
  return printJson({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  });
}

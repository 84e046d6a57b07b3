import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { AgentDialect, HookProblem, ReportedCall } from "../agent-dialect.ts";
import { block, createDialect, printJson } from "./create-dialect.ts";
import { leadingSkills } from "./prompt-skills.ts";
import { type EventKind, isToolName, problem, readRawCall, readUse, usualFields } from "./read-event.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["BeforeTool", "call"],
  // A skill the user calls as `/name` is loaded by a call just before this event, so the turn ends with the next one.
  ["BeforeAgent", "load"],
  ["AfterAgent", "prompt"],
  ["SessionEnd", "session-end"],
  ["BeforeModel", "other"],
  ["BeforeToolSelection", "other"],
  ["PreCompress", "other"],
]);

/** Gemini CLI 0.61. */
export const geminiCli: AgentDialect = createDialect({
  agent: "gemini-cli",
  recognizes: ({ hook_event_name: event, session_id: session }) =>
    recognized.has(event) && typeof session === "string",
  reader: {
    ...usualFields,
    kinds,
    readCall,
    skillsOf,
    isOver: ({ hook_event_name: event }) => event === "AfterAgent",
  },
  words: {
    silence: "",
    // "allow" means no opinion. "ask" hangs without a user at the screen and overrides refusals of Gemini CLI's own
    // policy, so calls that need approval are refused.
    deny: (reason) => printJson({ decision: "deny", reason }),
    denyUnread: block,
  },
});

const recognized: ReadonlySet<unknown> = new Set([
  ...["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent"],
  ...["BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress"],
]);

function readCall(payload: JsonObject): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  const { input } = raw;
  const tool = toolOf(raw.tool, payload.mcp_context);
  if (typeof tool !== "string") return tool;
  return readUse({ tool, input });
}

/**
 * `mcp_server_tool` does not show where the server name ends, so it stays as it is: deny rules that might match do
 * match, and allowlists never certainly do. A name that Gemini CLI shortened in the middle might be any tool.
 */
function toolOf(name: string, context: unknown): string | HookProblem {
  if (context === undefined) return /^mcp_.*\.\.\./s.test(name) ? `${name}…` : name;
  const { server_name: server, tool_name: tool } = isJsonObject(context) ? context : {};
  if (!isToolName(server) || !isToolName(tool))
    return problem("The payload has no server and tool in 'mcp_context'.");
  return `mcp__${server}__${tool}`;
}

function skillsOf({ hook_event_name: event, prompt }: JsonObject): readonly string[] | undefined {
  if (event === "AfterAgent") return [];
  return typeof prompt === "string" ? leadingSkills(prompt) : undefined;
}

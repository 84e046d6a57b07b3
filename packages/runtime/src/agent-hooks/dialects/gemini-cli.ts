import { isJsonObject, type JsonObject } from "@skillwright/core";
import type { AgentDialect, HookProblem, ToldCall } from "../agent-dialect.ts";
import { createDialect } from "./create-dialect.ts";
import { block, printJson } from "./hook-output.ts";
import { leadingSkills } from "./prompt-skills.ts";
import { readRawCall, readUse } from "./read-call.ts";
import { type EventKind, isToolName, isWord, problem } from "./read-event.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["BeforeTool", "call"],
  // A skill that the user calls by `/name` is loaded by a call just before this one, so the turn ends with the one below.
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
  recognises: ({ hook_event_name: event, session_id: session }) =>
    recognised.has(event) && typeof session === "string",
  reader: {
    eventOf: ({ hook_event_name: event }) => (isWord(event) ? event : undefined),
    kinds,
    sessionOf: ({ session_id: session }) => session,
    cwdOf: ({ cwd }) => cwd,
    readCall,
    skillsOf,
  },
  words: {
    silence: "",
    // "allow" means no opinion. "ask" hangs where nobody sits before the screen and overrules refusals of Gemini CLI's own
    // policy, so what a person would have to approve is refused.
    deny: (reason) => printJson({ decision: "deny", reason }),
    denyUnread: block,
  },
});

const recognised: ReadonlySet<unknown> = new Set([
  ...["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent"],
  ...["BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress"],
]);

function readCall(payload: JsonObject): ToldCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  const { input } = raw;
  const tool = toolOf(raw.tool, payload.mcp_context);
  if (typeof tool !== "string") return tool;
  return readUse({ tool, input });
}

/**
 * `mcp_server_tool` does not say where the server's name ends, so it is left as it is: rules that stop calls might mean it
 * and do, lists that let calls pass never surely do. A name of which Gemini CLI has cut out the middle might be any.
 */
function toolOf(name: string, context: unknown): string | HookProblem {
  if (context === undefined) return /^mcp_.*\.\.\./s.test(name) ? `${name}…` : name;
  const { server_name: server, tool_name: tool } = isJsonObject(context) ? context : {};
  if (!isToolName(server) || !isToolName(tool))
    return problem("The payload does not name server and tool in 'mcp_context'.");
  return `mcp__${server}__${tool}`;
}

function skillsOf({ hook_event_name: event, prompt }: JsonObject): readonly string[] | undefined {
  if (event === "AfterAgent") return [];
  return typeof prompt === "string" ? leadingSkills(prompt) : undefined;
}

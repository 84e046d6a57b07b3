import { canonicalTool } from "@skillwright/core/policy";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { AgentDialect, HookProblem, ReportedCall } from "../agent-dialect.ts";
import { agentHooksLimits } from "../limits.ts";
import { block, createDialect } from "./create-dialect.ts";
import { inlineSkills, leadingSkills } from "./prompt-skills.ts";
import {
  callIdOf,
  type EventKind,
  isToolName,
  isWord,
  readRawCall,
  readUse,
  toCall,
  usualFields,
} from "./read-event.ts";
import { readPatch } from "./read-patch.ts";

const kinds: ReadonlyMap<string, EventKind> = new Map([
  ["tool.execute.before", "call"],
  ["chat.message", "prompt"],
  ["session.deleted", "session-end"],
]);

/** opencode 1.18, through the plugin that `guard install` writes, which makes these payloads. */
export const opencode: AgentDialect = createDialect({
  agent: "opencode",
  recognizes: ({ opencode_plugin: version }) => version === 1,
  reader: {
    ...usualFields,
    kinds,
    readCall,
    skillsOf,
    // A sub-agent's task and a message that opencode makes itself end no turn.
    isOwnPrompt: ({ is_subagent: isSubagent, is_synthetic: isSynthetic }) =>
      isSubagent !== false || isSynthetic !== false,
  },
  // The plugin refuses a call by throwing, so it needs only the exit code and the reason. It cannot ask.
  words: { silence: "", deny: block },
});

function readCall(payload: JsonObject): ReportedCall | HookProblem {
  const raw = readRawCall(payload);
  if (raw.kind === "problem") return raw;
  const { tool, input } = raw;
  const id = callIdOf(payload);
  if (tool === "apply_patch" || tool === "patch") return toCall(readPatch(patchOf(input)), id);
  return readUse({ tool: toolOf(tool, payload.mcp_servers), input }, id);
}

function patchOf(input: unknown): unknown {
  return isJsonObject(input) && typeof input.patchText === "string" ? input.patchText : input;
}

/**
 * Tools of MCP servers are named `server_tool`. If no server or several fit, deny rules that might match do match, and allowlists
 * never certainly do.
 */
function toolOf(name: string, servers: unknown): string {
  if (canonicalTool(name) !== undefined || !name.includes("_")) return name;
  const known = Array.isArray(servers) ? servers.filter(isToolName) : [];
  const [server, another] = known.filter((one) => name.startsWith(`${writtenName(one)}_`));
  if (server === undefined || another !== undefined) return `mcp_${name}`;
  return `mcp__${server}__${name.slice(writtenName(server).length + 1)}`;
}

/** A server's name as opencode writes it in the names of tools. */
function writtenName(server: string): string {
  return server.replace(/[^\w-]/g, "_");
}

/** A skill that the user calls as `/name` arrives as its text, with its folder. */
function skillsOf({ prompt }: JsonObject): readonly string[] | undefined {
  if (typeof prompt !== "string") return undefined;
  const named = [...leadingSkills(prompt), ...inlineSkills(prompt)].filter(isWord);
  return [...new Set(named)].slice(0, agentHooksLimits.stackedSkills * 2);
}

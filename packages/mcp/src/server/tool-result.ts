import type { CallToolResult } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";

/**
 * A skill tool's answer for MCP: the envelope as structured data, so that a host can enforce it too, and text
 * for a model.
 */
export function toToolResult(envelope: JsonObject): CallToolResult {
  const { ok } = envelope;
  const text = instructionsIn(envelope) ?? JSON.stringify(envelope);
  return {
    content: [{ type: "text", text }, ...forkNote(envelope)],
    structuredContent: envelope,
    ...(ok === true ? {} : { isError: true }),
  };
}

/** A loaded skill's instructions, which a model reads better as plain text. */
function instructionsIn({ ok, tool_name: tool, data }: JsonObject): string | undefined {
  if (ok !== true || tool !== "skills_load" || !isJsonObject(data)) return undefined;
  return typeof data.content === "string" ? data.content : undefined;
}

/** Tells the agent to run a forked skill in a sub-agent; only the agent can do that. */
function forkNote({ data }: JsonObject): CallToolResult["content"] {
  if (!isJsonObject(data) || data.fork_request === undefined) return [];
  const text =
    "This skill is meant for a sub-agent: if you can start one, give it the instructions above, and go on with its answer alone.";
  return [{ type: "text", text }];
}

/** A refusal or failure as text. */
export function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

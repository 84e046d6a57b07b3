import type { CallToolResult } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";

/** A skill tool's answer as MCP has it: the envelope as data, so that a host can enforce it too, and words for a model. */
export function toToolResult(envelope: JsonObject): CallToolResult {
  const { ok } = envelope;
  const text = instructionsIn(envelope) ?? JSON.stringify(envelope);
  return {
    content: [{ type: "text", text }, ...forkNote(envelope)],
    structuredContent: envelope,
    ...(ok === true ? {} : { isError: true }),
  };
}

/** What a loaded skill says, which a model reads better as it stands. */
function instructionsIn({ ok, tool_name: tool, data }: JsonObject): string | undefined {
  if (ok !== true || tool !== "skills_load" || !isJsonObject(data)) return undefined;
  return typeof data.content === "string" ? data.content : undefined;
}

/** A skill that is to be followed out of sight of this conversation says so to the agent, who alone can see to it. */
function forkNote({ data }: JsonObject): CallToolResult["content"] {
  if (!isJsonObject(data) || data.fork_request === undefined) return [];
  const text =
    "This skill is meant for a sub-agent: if you can start one, give it the instructions above, and go on with its answer alone.";
  return [{ type: "text", text }];
}

/** A refusal or failure in plain words. */
export function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

import type { Tool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import { skillToolDefinitions, type ToolDefinition } from "@skillwright/runtime";
import type { Gateway } from "../gateway/gateway.ts";
import { mcpLimits } from "../limits.ts";

/** The effects of each skill tool. */
const annotations: Readonly<Record<string, NonNullable<Tool["annotations"]>>> = {
  skills_list: { title: "List skills", readOnlyHint: true, openWorldHint: false },
  skills_search: { title: "Search skills", readOnlyHint: true, openWorldHint: false },
  skills_load: { title: "Load a skill", readOnlyHint: true, openWorldHint: false },
  skills_read_file: { title: "Read a skill's file", readOnlyHint: true, openWorldHint: false },
  skills_run_script: { title: "Run a skill's script", readOnlyHint: false, destructiveHint: true },
  skills_deactivate: { title: "Leave a skill", readOnlyHint: true, openWorldHint: false },
  skills_feedback: { title: "Say whether a skill helped", readOnlyHint: false, destructiveHint: false },
};

/** Whether a tool takes an activation id: the ones that work inside one. */
export function takesActivation(tool: string): boolean {
  return /^skills_(?:load|read_file|run_script|deactivate|feedback)$/.test(tool);
}

/** A skill tool as MCP describes it. */
function describe({ name, description, inputSchema }: ToolDefinition): Tool {
  const { properties } = inputSchema;
  const own = isJsonObject(properties) ? properties : {};
  const known = takesActivation(name) ? { ...own, activation } : own;
  return {
    name,
    description,
    // Both are JSON Schemas; the SDK's type only spells out that everything is JSON.
    inputSchema: { ...inputSchema, properties: known } as Tool["inputSchema"],
    outputSchema,
    annotations: annotations[name] ?? {},
  };
}

const activation: JsonObject = {
  type: "string",
  description:
    "activation from the answer of skills_load; needed if several conversations share a connection.",
};

/** VibeTavern's envelope. */
const outputSchema: Tool["outputSchema"] = {
  type: "object",
  properties: {
    ok: { type: "boolean" },
    tool_name: { type: "string" },
    data: { type: "object" },
    warnings: { type: "array", items: { type: "object" } },
    errors: { type: "array", items: { type: "object" } },
  },
  required: ["ok", "tool_name", "data", "warnings", "errors"],
};

/** The skill tools that MCP clients get. */
export const skillTools: readonly Tool[] = skillToolDefinitions.map(describe);

/** One page of tools: the skill tools, then those of other servers by name. The cursor is the last name seen. */
export async function listTools(
  gateway: Gateway | undefined,
  cursor: string | undefined,
): Promise<{ tools: Tool[]; nextCursor?: string }> {
  const known = (await gateway?.tools()) ?? [];
  const others = known
    .map(({ definition }) => definition)
    .filter(({ name }) => cursor === undefined || name > cursor)
    .toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  const page = others.slice(0, mcpLimits.toolsPerPage);
  const tools = cursor === undefined ? [...skillTools, ...page] : page;
  const last = page.at(-1);
  return others.length === page.length || last === undefined ? { tools } : { tools, nextCursor: last.name };
}

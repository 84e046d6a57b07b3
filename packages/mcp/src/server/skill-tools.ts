import type { Tool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import { skillToolDefinitions, type ToolDefinition } from "@skillwright/runtime";

/** The effects of each skill tool. */
const annotations: Readonly<Record<string, NonNullable<Tool["annotations"]>>> = {
  skills_list: { title: "List skills", readOnlyHint: true, openWorldHint: false },
  skills_search: { title: "Search skills", readOnlyHint: true, openWorldHint: false },
  skills_load: { title: "Load a skill", readOnlyHint: true, openWorldHint: false },
  skills_read_file: { title: "Read a skill's file", readOnlyHint: true, openWorldHint: false },
  skills_run_script: { title: "Run a skill's script", readOnlyHint: false, destructiveHint: true },
  skills_deactivate: { title: "Leave a skill", readOnlyHint: true, openWorldHint: false },
};

/** Whether a tool takes an activation id: the ones that work inside one. */
export function takesActivation(tool: string): boolean {
  return /^skills_(?:load|read_file|run_script|deactivate)$/.test(tool);
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

import type { Tool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import { skillToolDefinitions, type ToolDefinition } from "@skillwright/runtime";

/** What each skill tool does to the world. */
const annotations: Readonly<Record<string, NonNullable<Tool["annotations"]>>> = {
  skills_list: { title: "List skills", readOnlyHint: true, openWorldHint: false },
  skills_search: { title: "Search skills", readOnlyHint: true, openWorldHint: false },
  skills_load: { title: "Load a skill", readOnlyHint: true, openWorldHint: false },
  skills_read_file: { title: "Read a skill's file", readOnlyHint: true, openWorldHint: false },
  skills_run_script: { title: "Run a skill's script", readOnlyHint: false, destructiveHint: true },
  skills_deactivate: { title: "Leave a skill", readOnlyHint: true, openWorldHint: false },
};

/** Whether a tool takes the id of an activation: those that work inside one. */
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
    // Both are JSON Schemas; the SDK's type only says in more words that all of it is JSON.
    inputSchema: { ...inputSchema, properties: known } as Tool["inputSchema"],
    outputSchema,
    annotations: annotations[name] ?? {},
  };
}

const activation: JsonObject = {
  type: "string",
  description:
    "activation that skills_load answered with; needed where several conversations share a connection.",
};

/** Document e's envelope. */
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

import { canonicalTool } from "@skillwright/core/policy";
import { loadDefinition, skillDefinition } from "./skills/definitions.ts";

/**
 * Whether a tool activates skills. Such a tool calls the session as soon as it runs, before awaiting anything: see
 * "Order" in docs/decisions/0011-the-guard.md.
 */
export function isActivating(tool: string): boolean {
  return tool.toLowerCase() === loadDefinition.name || canonicalTool(tool) === skillDefinition.name;
}

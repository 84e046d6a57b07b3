import { canonicalTool } from "@skillwright/core";
import { loadDefinition, skillDefinition } from "./skills/definitions.ts";

/**
 * Whether a tool activates skills. Such a tool asks the session for it the moment it is run, before it waits for
 * anything: see "Order" in docs/decisions/0011-the-guard.md.
 */
export function isActivating(tool: string): boolean {
  return tool.toLowerCase() === loadDefinition.name || canonicalTool(tool) === skillDefinition.name;
}

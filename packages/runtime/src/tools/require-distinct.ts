import { canonicalTool, isSkillTool, SkillError } from "@skillwright/core";
import type { Tool } from "./tool.ts";

/** Fails when a host's function has the name of another tool: a policy that speaks of one would be heard on the other. */
export function requireDistinct(functions: readonly Named[], others: readonly Named[]): void {
  const taken = new Set(others.map(({ name }) => keyOf(name)));
  for (const { name } of functions) {
    if (isSkillTool(name) || taken.has(keyOf(name)))
      throw new SkillError("tool-name-invalid", { name, reason: "another tool has this name" });
    taken.add(keyOf(name));
  }
}

type Named = Pick<Tool, "name">;

/** Names are compared as policies compare them. */
function keyOf(name: string): string {
  return (canonicalTool(name) ?? name).toLowerCase();
}

import { SkillError } from "@skillwright/core";
import { canonicalTool, isSkillTool } from "@skillwright/core/policy";
import type { Tool } from "./tool.ts";

/** Fails if a host function has another tool's name: a rule for one would apply to the other. */
export function requireDistinct(functions: readonly Named[], others: readonly Named[]): void {
  const taken = new Set(others.map(({ name }) => keyOf(name)));
  for (const { name } of functions) {
    if (isSkillTool(name) || taken.has(keyOf(name)))
      throw new SkillError("tool-name-invalid", { name, reason: "another tool has this name" });
    taken.add(keyOf(name));
  }
}

type Named = Pick<Tool, "name">;

/** Compares names as policies do. */
function keyOf(name: string): string {
  return (canonicalTool(name) ?? name).toLowerCase();
}

import type { ToolPattern } from "@skillwright/core/parse";
import { canonicalTool, type PolicyLayer } from "@skillwright/core/policy";

/**
 * Whether a skill's or agent kind's list leaves no room for other skills' programs. A skill may run its own scripts;
 * another skill's are programs like any other.
 */
export function shutsOutPrograms({ kind, only, deny = [] }: PolicyLayer): boolean {
  if (kind !== "skill") return false;
  return (only !== undefined && !only.some(isEveryProgram)) || deny.some(isEveryProgram);
}

/** A pattern on commands says nothing about what a script does. */
function isEveryProgram({ tool, pattern }: ToolPattern): boolean {
  return pattern === undefined && (canonicalTool(tool) === "Bash" || tool === "skills_run_script");
}

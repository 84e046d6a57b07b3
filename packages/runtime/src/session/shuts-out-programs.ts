import { canonicalTool, type PolicyLayer, type ToolPattern } from "@skillwright/core";

/**
 * Whether what one skill, or one kind of agent, says about tools leaves no room for programs of other skills. Its own scripts
 * are a skill's affair; those of another one are programs like any other.
 */
export function shutsOutPrograms({ kind, only, deny = [] }: PolicyLayer): boolean {
  if (kind !== "skill") return false;
  return (only !== undefined && !only.some(isEveryProgram)) || deny.some(isEveryProgram);
}

/** A pattern on commands says nothing of what a script does. */
function isEveryProgram({ tool, pattern }: ToolPattern): boolean {
  return pattern === undefined && (canonicalTool(tool) === "Bash" || tool === "skills_run_script");
}

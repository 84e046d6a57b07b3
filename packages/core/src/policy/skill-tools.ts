import type { LayerKind } from "./policy-layer.ts";
import { canonicalTool } from "./tool-names.ts";

/** The skill tool that starts a program. */
const scriptTool = "skills_run_script";
/** Those that name the skill they are about. */
const aboutOneSkill: ReadonlySet<string> = new Set(["skills_load", "skills_read_file", scriptTool]);

const skillTools: ReadonlySet<string> = new Set([
  "skills_list",
  "skills_search",
  "skills_load",
  "skills_read_file",
  "skills_run_script",
  "skills_deactivate",
]);

/**
 * Whether a tool lists, loads, reads, runs or leaves skills. No skill's list shuts these out: an agent that cannot
 * leave a skill would be trapped in it.
 */
export function isSkillTool(tool: string): boolean {
  // Some foreign letters turn into plain ones in lower case, the Kelvin sign into `k`.
  if (!/^[\x21-\x7e]+$/.test(tool)) return false;
  return canonicalTool(tool) === "Skill" || skillTools.has(ownName(tool));
}

/** Agents put our MCP server's name before its tools. */
export function ownName(tool: string): string {
  return tool.toLowerCase().replace(/^mcp__skillwright__(?=skills_)/, "");
}

/**
 * Whether a list leaves a tool alone. Running a script is the skill's own affair as long as skills are concerned; what an
 * organisation, a project or a user lists counts for it like for any program.
 */
export function isBeyondLists(tool: string, kind: LayerKind): boolean {
  return isSkillTool(tool) && (kind === "skill" || !isScriptTool(tool));
}

/** Whether a call starts a program of a skill. */
export function isScriptTool(tool: string): boolean {
  return ownName(tool) === scriptTool;
}

/** Whether rules on `Skill(name)` speak of a tool too. */
export function isAboutOneSkill(tool: string): boolean {
  return aboutOneSkill.has(ownName(tool));
}

import type { LayerKind } from "./policy-layer.ts";
import { canonicalTool } from "./tool-names.ts";

/** The skill tool that starts a program. */
const scriptTool = "skills_run_script";
/** Tools that name the skill they use. */
const aboutOneSkill: ReadonlySet<string> = new Set(["skills_load", "skills_read_file", scriptTool]);

const skillTools: ReadonlySet<string> = new Set([
  "skills_list",
  "skills_search",
  "skills_load",
  "skills_read_file",
  "skills_run_script",
  "skills_deactivate",
  "skills_feedback",
]);

/**
 * Whether a tool lists, loads, reads, runs or leaves skills. No skill's allowlist excludes these: an agent that cannot
 * leave a skill would be stuck in it.
 */
export function isSkillTool(tool: string): boolean {
  // Some non-ASCII letters become ASCII in lower case: the Kelvin sign becomes `k`.
  if (!/^[\x21-\x7e]+$/.test(tool)) return false;
  return canonicalTool(tool) === "Skill" || skillTools.has(ownName(tool));
}

/** Agents prefix our MCP server's name to its tools. */
export function ownName(tool: string): string {
  return tool.toLowerCase().replace(/^mcp__skillwright__(?=skills_)/, "");
}

/**
 * Whether allowlists of this kind of layer do not apply to a tool. Skills may always run their own scripts; the
 * allowlists of an organization, project or user apply to scripts as to any program.
 */
export function isExemptFromAllowlist(tool: string, kind: LayerKind): boolean {
  return isSkillTool(tool) && (kind === "skill" || !isScriptTool(tool));
}

/** Whether a call starts a program of a skill. */
export function isScriptTool(tool: string): boolean {
  return ownName(tool) === scriptTool;
}

/** Whether rules for `Skill(name)` apply to a tool too. */
export function namesOneSkill(tool: string): boolean {
  return aboutOneSkill.has(ownName(tool));
}

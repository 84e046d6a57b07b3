import { canonicalTool } from "./tool-names.ts";

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
  return canonicalTool(tool) === "Skill" || skillTools.has(tool.toLowerCase());
}

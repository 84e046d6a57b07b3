import { expect, test } from "vitest";
import { isSkillTool } from "./skill-tools.ts";

test.each([
  "Skill",
  "skill",
  "activate_skill",
  "use_skill",
  "skills_list",
  "skills_search",
  "skills_load",
  "skills_read_file",
  "skills_run_script",
  "skills_deactivate",
  "SKILLS_LIST",
  // As agents call the tools of our MCP server.
  "mcp__skillwright__skills_load",
  "mcp__skillwright__skills_deactivate",
])("R4-7: %s always stays callable", (tool) => {
  expect(isSkillTool(tool)).toBe(true);
});

test.each([
  "Bash",
  "skills_delete",
  "mcp__x__Skill",
  "mcp__x__skills_list",
  "mcp__*__skills_list",
  "mcp__skillwright__bash",
  "mcp__skillwright__fs__skills_list",
  "mcp__skillwright2__skills_list",
  "x__mcp__skillwright__skills_list",
  "S\u212aill",
  "skills_list ",
  "skills_list\0",
  "",
])("%j is not a skill tool", (tool) => {
  expect(isSkillTool(tool)).toBe(false);
});

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
])("R4-7: %s always stays callable", (tool) => {
  expect(isSkillTool(tool)).toBe(true);
});

test.each([
  "Bash",
  "skills_delete",
  "mcp__x__Skill",
  "mcp__x__skills_list",
  "S\u212aill",
  "skills_list ",
  "skills_list\0",
  "",
])("%j is no skill tool", (tool) => {
  expect(isSkillTool(tool)).toBe(false);
});

import { expect, test } from "vitest";
import { compileToolName, matchToolName, readToolName } from "./match-tool.ts";

function match(pattern: string, tool: string): string {
  return matchToolName(compileToolName(pattern), readToolName(tool));
}

test.each([
  ["Bash", "Bash"],
  ["Bash", "bash"],
  ["Bash", "run_shell_command"],
  ["shell", "execute_command"],
  ["Read", "view_file"],
  ["deploy", "Deploy"],
  ["*", "anything"],
  ["*", "mcp__a__b__c"],
  ["Task*", "TaskCreate"],
  ["skills_*", "skills_list"],
  ["run_*", "run_shell_command"],
  ["mcp__github", "mcp__github__list_issues"],
  ["mcp__github__*", "mcp__github__list_issues"],
  ["mcp__github__list_*", "mcp__github__list_issues"],
  ["mcp__*", "mcp__github__list_issues"],
  ["mcp__*", "mcp__a__b__c"],
  ["github:list_issues", "mcp__github__list_issues"],
  ["github/list_issues", "mcp__github__list_issues"],
  ["github/*", "github:list_issues"],
  ["@github", "mcp__github__list_issues"],
  ["@github/list_issues", "mcp__github__list_issues"],
  ["mcp__a__b__c", "mcp__a__b__c"],
])("R3-3: %s surely means %s", (pattern, tool) => {
  expect(match(pattern, tool)).toBe("yes");
});

test.each([
  ["Read", "Write"],
  ["Read", "ReadMcpResource"],
  ["Read", "mcp__x__read"],
  ["Read", "mcp__read__Read"],
  ["Read", "x:read"],
  ["Bash", "mcp__x__Bash"],
  ["Bash", "bash_output"],
  ["mcp__github", "mcp__gitlab__list"],
  ["mcp__github", "mcp__github2__list"],
  ["@git", "mcp__github__list"],
  ["github:list", "mcp__github__listing"],
  ["mcp__*", "Read"],
  ["mcp__*", "skills_list"],
  ["deploy", "deploy2"],
])("%s does not mean %s", (pattern, tool) => {
  expect(match(pattern, tool)).toBe("no");
});

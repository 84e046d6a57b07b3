import { describe, expect, test } from "vitest";
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
])("R3-3: %s certainly matches %s", (pattern, tool) => {
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
])("%s does not match %s", (pattern, tool) => {
  expect(match(pattern, tool)).toBe("no");
});

describe("a tool of an unnamed server", () => {
  test.each([
    ["*", "mcp__*__create_issue"],
    ["mcp__*", "mcp__*__create_issue"],
    ["mcp__*__create_issue", "mcp__*__create_issue"],
    ["mcp__*__create_*", "mcp__*__create_issue"],
  ])("certainly matches %s, which covers all servers", (pattern, tool) => {
    expect(match(pattern, tool)).toBe("yes");
  });

  test.each([
    ["mcp__github__create_issue", "mcp__*__create_issue"],
    ["mcp__github__create_*", "mcp__*__create_issue"],
    ["mcp__github__Create-Issue", "mcp__*__create_issue"],
    ["mcp__github", "mcp__*__create_issue"],
    ["github:create_issue", "mcp__*__create_issue"],
    ["mcp__git*__create_issue", "mcp__*__create_issue"],
    ["mcp__?__create_issue", "mcp__*__create_issue"],
    ["mcp__a__b__create_issue", "mcp__*__create_issue"],
    ["mcp__a__b__create_issue", "mcp__*__b__create_issue"],
    ["mcp_git*", "mcp__*__create_issue"],
    ["*issue", "mcp__*__create_issue"],
    ["skills_load", "mcp__*__skills_load"],
  ])("might match %s", (pattern, tool) => {
    expect(match(pattern, tool)).toBe("unknown");
  });

  test.each([
    ["mcp__github__delete_issue", "mcp__*__create_issue"],
    ["mcp__github__delete_*", "mcp__*__create_issue"],
    ["Bash", "mcp__*__create_issue"],
    ["Read", "mcp__*__read_file"],
    ["*_pull", "mcp__*__create_issue"],
  ])("does not match %s", (pattern, tool) => {
    expect(match(pattern, tool)).toBe("no");
  });
});

test("rules on a skill tool might match it under our own server's name, and vice versa", () => {
  expect(match("skills_run_script", "mcp__skillwright__skills_run_script")).toBe("unknown");
  expect(match("mcp__skillwright", "mcp__skillwright__skills_run_script")).toBe("yes");
  expect(match("skills_run_script", "mcp__other__skills_run_script")).toBe("no");
});

import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { knownTools } from "./tool-names.ts";

function effectOf(tool: string, lists: Partial<PolicyLayer>, input: unknown = {}): Effect {
  const request = { tool, input, workspace: "/work", resolvePath: () => undefined };
  return decide(request, [{ kind: "user", name: "user", otherwise: "allow", ...lists }]).effect;
}
const passesOnly = (tool: string, only: string, input?: unknown): boolean =>
  effectOf(tool, { only: tokenizeTools(only) }, input) === "allow";
const passesDeny = (tool: string, deny: string, input?: unknown): boolean =>
  effectOf(tool, { deny: tokenizeTools(deny) }, input) === "allow";

/** Names that look like a tool's, or become it when trimmed, folded or split. */
const lookAlikes = [
  "R\u0435ad",
  "\uff32ead",
  "Read\u200b",
  "\u202eRead",
  "Re\u00adad",
  "Read\0",
  "Read\n",
  " Read",
  "Read ",
  "Read\tx",
  "Read\u0301",
  "",
  "Rea\u{1d41d}",
  "x".repeat(5000),
];

test.each(lookAlikes)("%j is on no allowlist, and matches every deny and ask rule", (tool) => {
  expect(passesOnly(tool, "Read")).toBe(false);
  expect(passesOnly(tool, "*")).toBe(false);
  expect(passesDeny(tool, "Read")).toBe(false);
  expect(effectOf(tool, { ask: tokenizeTools("Write") })).toBe("ask");
});

test("letters that only case-fold to those of a skill tool do not match it", () => {
  for (const tool of ["S\u212aill", "s\u212aills_list", "\u017fkill", "sk\u0131ll"])
    expect(passesOnly(tool, "Read"), tool).toBe(false);
});

test("a tool is the same in any case and under any agent's name, for both kinds of list", () => {
  for (const tool of ["READ", "rEAD", "read_file", "ReadFile", "VIEW", "fs_read"]) {
    expect(passesOnly(tool, "Read"), tool).toBe(true);
    expect(passesDeny(tool, "Read"), tool).toBe(false);
    expect(passesDeny("Read", tool), tool).toBe(false);
  }
});

test("no tool name lets another tool through", () => {
  const names = knownTools().filter((name) => !/^(skills?|activate_skill|load_skill|use_skill)$/i.test(name));
  for (const name of names) {
    expect(passesOnly(`mcp__server__${name}`, name), name).toBe(false);
    expect(passesOnly(`server:${name}`, name), name).toBe(false);
    expect(passesOnly(`server/${name}`, name), name).toBe(false);
    expect(passesOnly(`${name}__x`, name), name).toBe(false);
  }
});

/** A server called `github__evil`, `github_` or `GitHub` is not `github`, and the difference is not always visible. */
const unclearServers = [
  "mcp__github__evil__run",
  "mcp__github___run",
  "mcp__GitHub__run",
  "mcp__GITHUB__run",
  "MCP_github_run",
  "mcp_github_run",
  "github__run",
];

test.each(unclearServers)("%s is not a github tool to an allowlist, and is one to a deny rule", (tool) => {
  for (const rule of ["mcp__github", "mcp__github__*", "@github", "github:*", "github/*"]) {
    expect(passesOnly(tool, rule), rule).toBe(false);
    expect(passesDeny(tool, rule), rule).toBe(false);
  }
});

test("punctuation and case do not hide a server from a deny rule", () => {
  expect(passesDeny("mcp__my_server__run", "mcp__my-server__*")).toBe(false);
  expect(passesDeny("mcp__my_server__run", "my.server:run")).toBe(false);
  expect(passesDeny("mcp__git-hub__run", "mcp__github__*")).toBe(true);
});

test("a tool that calls MCP tools is decided by its target", () => {
  const call = { server_name: "github", tool_name: "run", arguments: '{"a":"b"}' };
  expect(passesDeny("use_mcp_tool", "mcp__github__*", call)).toBe(false);
  expect(passesDeny("use_mcp_tool", "mcp__gitlab__*", call)).toBe(true);
  expect(passesOnly("use_mcp_tool", "mcp__github__run", call)).toBe(true);
  expect(passesOnly("use_mcp_tool", "mcp__github__stop", call)).toBe(false);
  expect(passesOnly("use_mcp_tool", "use_mcp_tool", call)).toBe(true);
  for (const unclear of [
    {},
    { ...call, server: "gitlab" },
    { server_name: "github" },
    { ...call, tool_name: 7 },
    null,
  ]) {
    expect(passesDeny("use_mcp_tool", "mcp__github__*", unclear)).toBe(false);
    expect(passesOnly("use_mcp_tool", "mcp__github__*", unclear)).toBe(false);
  }
});

test("an unclear rule allows nothing and denies everything it might mean", () => {
  for (const rule of [
    "Bash(git",
    "Bash()",
    "Bash(a)b",
    "WebSearch(x)",
    "mcp__a__b(c)",
    "PowerShell(git:*)",
    "Read([a])",
  ]) {
    const tool = rule.split("(")[0] ?? "";
    expect(passesOnly(tool, rule, { command: "git status" }), rule).toBe(false);
    expect(passesDeny(tool, rule, { command: "git status" }), rule).toBe(false);
    expect(passesDeny("Skill", rule), rule).toBe(true);
  }
  for (const rule of ["(git)", "Bash[git]", "B\u0430sh", "Bash{git}"])
    for (const tool of ["Bash", "Read", "mcp__a__b"]) {
      expect(passesOnly(tool, rule), rule).toBe(false);
      expect(passesDeny(tool, rule), rule).toBe(false);
    }
});

test("no name pattern takes long", () => {
  const started = process.cpuUsage();
  passesOnly("a".repeat(256), `${"a*".repeat(120)}b`);
  passesDeny(`mcp__${"a_".repeat(120)}`, `mcp__${"*_".repeat(120)}b`);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
});

test("a rule with wildcards does not cover an MCP name whose server is unclear", () => {
  expect(passesOnly("mcp__a__b__c", "mcp__a__b__*")).toBe(false);
  expect(passesOnly("mcp__a__b__c", "mcp__*__b__*")).toBe(false);
  expect(passesOnly("mcp__a__b__c", "mcp__a__b__c")).toBe(true);
});

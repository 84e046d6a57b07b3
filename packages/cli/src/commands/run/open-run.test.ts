import { tokenizeTools } from "@skillwright/core/parse";
import { combinePolicies, decide, type Policy, type PolicyLayer, skillLayer } from "@skillwright/core/policy";
import { expect, test } from "vitest";
import { askingPolicy } from "./open-run.ts";

function policy(lists: Partial<PolicyLayer>): Policy {
  return { layer: { kind: "organisation", name: "organisation", ...lists } };
}

/** The decision on a call, and its source. */
function decided(tool: string, policies: readonly Policy[], skill: readonly PolicyLayer[] = []): string {
  const { layers } = combinePolicies([...policies, askingPolicy(policies)]);
  const input = tool === "bash" ? { command: "git status" } : { path: "a.md" };
  const request = { tool, input, workspace: "/work", resolvePath: (path: string) => `/work/${path}` };
  const { effect, layer } = decide(request, [...layers, ...skill]);
  return `${effect} by ${layer}`;
}

test.each([
  ["read", "allow by user"],
  ["glob", "allow by user"],
  ["grep", "allow by user"],
  ["skills_list", "allow by default"],
  ["write", "ask by user"],
  ["edit", "ask by user"],
  ["bash", "ask by user"],
  ["skills_run_script", "ask by user"],
  ["skills_draft", "allow by user"],
  ["skills_try", "ask by user"],
  ["something_of_the_host", "ask by user"],
])("by default, %s is %s", (tool, expected) => {
  expect(decided(tool, [])).toBe(expected);
});

test("a policy's allow needs no question", () => {
  expect(decided("bash", [policy({ allow: tokenizeTools("Bash(git:*)") })])).toBe("allow by organisation");
});

test("a tool that a skill is granted needs no question; one it only restricts itself to does", () => {
  const requestedTools = tokenizeTools("Bash(git:*)");
  const granted = skillLayer({ name: "git", requestedTools, mode: "grant" });
  const restricted = skillLayer({ name: "git", requestedTools, mode: "restrict" });
  expect(decided("bash", [], [granted])).toBe("allow by skill git");
  expect(decided("bash", [], [restricted])).toBe("ask by user");
});

test("a policy's denial is final", () => {
  expect(decided("read", [policy({ deny: tokenizeTools("Read") })])).toBe("deny by organisation");
});

test.each(["ask", "deny"] as const)(
  "a policy that would %s by default applies to reading too",
  (otherwise) => {
    expect(decided("read", [policy({ otherwise })])).toBe(`${otherwise} by organisation`);
  },
);

test("a policy that allows by default does not approve for the user", () => {
  expect(decided("bash", [policy({ otherwise: "allow" })])).toBe("ask by user");
});

test("a user's own default replaces ours", () => {
  const own: Policy = { layer: { kind: "user", name: "user", otherwise: "allow" } };
  expect(decided("bash", [own])).toBe("allow by user");
});

import { describe, expect, test } from "vitest";
import { decideCall, policiesInForce } from "./decide-call.ts";
import { readCall } from "./read-call.ts";

describe("calls as people write them", () => {
  test.each([
    ["Bash(git push (x))", { tool: "Bash", input: { command: "git push (x)" } }],
    ["run_in_terminal(ls)", { tool: "run_in_terminal", input: { command: "ls" } }],
    ["Read(src/a.ts)", { tool: "Read", input: { file_path: "src/a.ts" } }],
    ["WebFetch", { tool: "WebFetch", input: {} }],
    [
      'Edit({"file_path": "a", "new_string": "b"})',
      { tool: "Edit", input: { file_path: "a", new_string: "b" } },
    ],
    ["mcp__docs__find(words)", { tool: "mcp__docs__find", input: { input: "words" } }],
  ])("%s", (text, call) => expect(readCall(text)).toEqual(call));

  test.each(["", "  ", "(ls)", "Bash(ls", "git push", "Edit({broken)"])("%j is no call", (text) =>
    expect(readCall(text)).toBeUndefined(),
  );
});

const active = (toolCalls: string) => ({
  enterprise: {
    ...{ tenant: "enterprise", version: 1, digest: "", createdBy: "", createdAt: "", isActive: true },
    policy: { version: 1 as const, toolCalls },
  },
});

test("the decision names whose rule it is, and what each party says alone", () => {
  const policies = policiesInForce(active("version: 1\nask: ['Bash(git push:*)']\n"));
  const skill = { name: "code-review", allowedTools: ["Read", "Bash(git diff:*)"] };
  const call = { tool: "shell", input: { command: "git push" } };
  expect(decideCall(call, policies)).toMatchObject({
    decision: { effect: "ask", layer: "enterprise's policy", rule: "Bash(git push:*)" },
    canonical: "Bash",
  });
  const { decision, layers } = decideCall(call, policies, skill);
  expect(decision).toMatchObject({ effect: "deny", layer: "skill code-review", reason: "not-on-the-list" });
  expect(layers).toMatchObject([
    { name: "enterprise's policy", decision: { effect: "ask" } },
    { name: "skill code-review", decision: { effect: "deny" } },
  ]);
});

test("a draft takes the place of its tenant's policy, and the enterprise's still applies", () => {
  const instead = {
    policy: { version: 1 as const, toolCalls: "version: 1\nallow: [WebFetch]\n" },
    tenant: "red",
  };
  const policies = policiesInForce(active("version: 1\ndeny: [WebFetch]\n"), instead);
  expect(policies).toHaveLength(2);
  expect(decideCall({ tool: "WebFetch", input: {} }, policies).decision.effect).toBe("deny");
  const own = policiesInForce(active("version: 1\ndeny: [WebFetch]\n"), { ...instead, tenant: "enterprise" });
  expect(decideCall({ tool: "WebFetch", input: {} }, own).decision.effect).toBe("allow");
});

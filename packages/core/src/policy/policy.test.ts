import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import { policyLimits } from "./limits.ts";
import { readPolicy } from "./policy.ts";

function read(text: string | Uint8Array): ReturnType<typeof readPolicy> {
  return readPolicy(createMemoryFileSystem({ "/policy.json": text }), "/policy.json");
}

function complaintOf(text: string | Uint8Array): string {
  try {
    return `none: ${JSON.stringify(read(text))}`;
  } catch (error) {
    if (error instanceof SkillError) return `${error.code} ${formatError(error)}`;
    throw error;
  }
}

const file = {
  version: 1,
  deny: ["Bash(rm:*)", "Read(.env)"],
  only: ["Bash", "Read"],
  ask: ["Bash(git push:*)"],
  allow: ["Read(docs/**)"],
  otherwise: "ask",
  mode: "both",
  emptyAllowlist: "ignore",
  audit: "best-effort",
  dynamicContext: true,
  sandbox: "required",
};

test("every part of a policy is read", () => {
  expect(read(JSON.stringify(file))).toEqual({
    layer: {
      kind: "organisation",
      name: "organisation",
      deny: [
        { text: "Bash(rm:*)", tool: "Bash", pattern: "rm:*" },
        { text: "Read(.env)", tool: "Read", pattern: ".env" },
      ],
      only: [
        { text: "Bash", tool: "Bash" },
        { text: "Read", tool: "Read" },
      ],
      ask: [{ text: "Bash(git push:*)", tool: "Bash", pattern: "git push:*" }],
      allow: [{ text: "Read(docs/**)", tool: "Read", pattern: "docs/**" }],
      otherwise: "ask",
    },
    mode: "both",
    emptyList: "ignore",
    audit: "best-effort",
    dynamicContext: true,
    sandbox: "required",
  });
});

test("YAML works, and the kind of layer can be chosen", () => {
  const fs = createMemoryFileSystem({ "/p.yaml": "version: 1\ndeny: [Bash]\n" });
  expect(readPolicy(fs, "/p.yaml", "project")).toEqual({
    layer: { kind: "project", name: "project", deny: [{ text: "Bash", tool: "Bash" }] },
  });
});

test("an empty list is still a list: nothing may run", () => {
  expect(read('{"version":1,"only":[]}').layer).toMatchObject({ only: [] });
});

function effectOf(policy: ReturnType<typeof readPolicy>, tool: string): Effect {
  const request = { tool, input: {}, workspace: "/work", resolvePath: () => undefined };
  return decide(request, [policy.layer, { kind: "default", name: "default", otherwise: "allow" }]).effect;
}

test.each([
  [
    "scripts",
    ["Bash", "shell", "skills_run_script", "code_interpreter"],
    ["Read", "Write", "WebFetch", "mcp__a__b"],
  ],
  [
    "network-tools",
    ["Bash", "WebFetch", "web_search", "mcp__a__b", "use_mcp_tool"],
    ["Read", "Write", "deploy"],
  ],
  [
    "file-write",
    ["Bash", "Write", "str_replace", "apply_patch", "delete_file"],
    ["Read", "Grep", "WebFetch"],
  ],
])("S3-42: %s asks about %j and not about %j", (group, asked, others) => {
  const ours = read(JSON.stringify({ version: 1, requireApprovalFor: [group] }));
  const documentD = read(`skill-policy:\n  require-approval-for:\n    - ${group}\n`);
  for (const policy of [ours, documentD]) {
    expect(asked.filter((tool) => effectOf(policy, tool) !== "ask")).toEqual([]);
    expect(others.filter((tool) => effectOf(policy, tool) !== "allow")).toEqual([]);
  }
});

test.each([
  ["", /expected "version": 1/],
  ["{}", /expected "version": 1/],
  ["# all gone\n", /expected "version": 1/],
  ['{"version":2}', /at version: /],
  ['{"version":1,"denny":["Bash"]}', /Unrecognized key: "denny"/],
  ['{"version":1,"deny":"Bash"}', /at deny: Invalid input: expected array, received string/],
  ['{"version":1,"deny":["Bash(git"]}', /at deny\.0: expected one tool/],
  ['{"version":1,"deny":["Bash Read"]}', /at deny\.0: expected one tool/],
  ['{"version":1,"deny":["Read","B\u0430sh"]}', /at deny\.1: expected one tool/],
  ['{"version":1,"deny":[""]}', /at deny\.0: expected one tool/],
  ['{"version":1,"deny":["WebSearch(x)"]}', /at deny\.0: expected one tool/],
  ['{"version":1,"deny":["WebFetch(example.com)"]}', /at deny\.0: expected one tool/],
  ['{"version":1,"deny":["Read([ab])"]}', /at deny\.0: expected one tool/],
  ['{"version":1,"deny":["Bash(git \'x)"]}', /at deny\.0: expected one tool/],
  ['{"version":1,"otherwise":"perhaps"}', /at otherwise: Invalid option/],
  ['{"version":1,"requireApprovalFor":["everything"]}', /at requireApprovalFor\.0: Invalid option/],
  ['{"version":1,"deny":["Bash"]', /line 1, column 28: /],
  ['{"version":1,"deny":["Bash"],"deny":[]}', /line 1, column 30: duplicate key deny/],
  ["[]", /expected object, received array/],
])("a policy of %j is refused, not ignored", (text, complaint) => {
  expect(complaintOf(text)).toMatch(/^config-invalid \/policy\.json is not a valid configuration: /);
  expect(complaintOf(text)).toMatch(complaint);
});

test("a missing, binary or oversized policy is refused", () => {
  expect(() => readPolicy(createMemoryFileSystem(), "/policy.json")).toThrow(SkillError);
  expect(complaintOf(new Uint8Array([0xff, 0xfe]))).toMatch(/^config-invalid /);
  expect(complaintOf(`{"version":1}${" ".repeat(policyLimits.policyFileBytes)}`)).toMatch(/^config-invalid /);
});

import { expect, test } from "vitest";
import type { SkillManifest } from "../skill.ts";
import { parseYaml } from "./parse-yaml.ts";
import { readManifest } from "./read-manifest.ts";

/** The manifest as JSON has it, without the members that are always there. */
function manifestOf(source: string): Partial<SkillManifest> {
  const { node } = parseYaml(source);
  const { metadata: _, unknown: __, ...rest } = readManifest(node?.kind === "map" ? node : undefined);
  return JSON.parse(JSON.stringify(rest));
}

test("S0-8, S3-13: context is fork or inherit and nothing else", () => {
  expect(manifestOf("context: fork\n")).toEqual({ context: "fork" });
  expect(manifestOf("context: inherit\n")).toEqual({ context: "inherit" });
  expect(manifestOf("context: share\n")).toEqual({});
});

test("S0-9, S3-12, S3-14: agent and model are texts", () => {
  expect(manifestOf("agent: Explore\nmodel: opus\n")).toEqual({ agent: "Explore", model: "opus" });
});

test.each([
  ["true", true],
  ["yes", true],
  ["On", true],
  ["'true'", true],
  ["false", false],
  ["no", false],
  ["OFF", false],
  ["0", false],
])("S0-10: disable-model-invocation: %s is %s", (word, value) => {
  expect(manifestOf(`disable-model-invocation: ${word}\nuser-invocable: ${word}\n`)).toEqual({
    disableModelInvocation: value,
    userInvocable: value,
  });
});

test("S0-10: a switch that is neither on nor off is left out", () => {
  expect(manifestOf("disable-model-invocation: maybe\nuser-invocable: []\n")).toEqual({});
});

test("S3-15, S3-16: pre and post hooks are scripts", () => {
  expect(manifestOf("hooks:\n  pre: scripts/before.sh\n  post: scripts/after.sh\n")).toEqual({
    hooks: { pre: "scripts/before.sh", post: "scripts/after.sh", events: {} },
  });
});

test("S3-15: hooks in the Claude Code form are events with matchers", () => {
  const source = `hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: ./check.sh
          timeout: 5
          once: true
        - prompt: Is it safe?
  Stop:
    - hooks: []
`;
  expect(manifestOf(source)).toEqual({
    hooks: {
      events: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              { type: "command", command: "./check.sh", timeout: 5, once: true },
              { type: "command", prompt: "Is it safe?" },
            ],
          },
        ],
        Stop: [{ hooks: [] }],
      },
    },
  });
});

test("S3-17: priority is a number that can be compared", () => {
  expect(manifestOf("priority: 10\n")).toEqual({ priority: 10 });
  expect(manifestOf("priority: -1.5\n")).toEqual({ priority: -1.5 });
  for (const value of ["high", "'10'", ".nan", ".inf", "-.inf", "[1]"]) {
    expect(manifestOf(`priority: ${value}\n`)).toEqual({});
  }
});

test("S3-18: tags are a list or a text with commas", () => {
  expect(manifestOf("tags: [pdf, forms, 1.10]\n")).toEqual({ tags: ["pdf", "forms", "1.10"] });
  expect(manifestOf("tags: pdf, forms ,,\n")).toEqual({ tags: ["pdf", "forms"] });
});

test("S3-19: scope names agents, tenants and environments", () => {
  expect(manifestOf("scope:\n  agents: [reviewer]\n  tenants: [acme]\n  environments: [staging]\n")).toEqual({
    scope: { agents: ["reviewer"], tenants: ["acme"], environments: ["staging"] },
  });
  expect(manifestOf("scope: {agents: [a]}\n")).toEqual({ scope: { agents: ["a"] } });
});

test("S3-20: execution has sandbox, paths and network", () => {
  expect(manifestOf("execution:\n  sandbox: yes\n  allowed-paths: [/tmp]\n  network: restricted\n")).toEqual({
    execution: { sandbox: true, allowedPaths: ["/tmp"], network: "restricted" },
  });
});

test("an argument hint in brackets is kept as text", () => {
  expect(manifestOf("argument-hint: [file]\n")).toEqual({ argumentHint: "[file]" });
  expect(manifestOf("argument-hint: [file, mode]\n")).toEqual({ argumentHint: "[file] [mode]" });
  expect(manifestOf("argument-hint: <file>\n")).toEqual({ argumentHint: "<file>" });
});

test("paths are globs in a list or a text with commas", () => {
  expect(manifestOf('paths: ["src/**", test]\n')).toEqual({ paths: ["src/**", "test"] });
  expect(manifestOf("paths: src/**, test\n")).toEqual({ paths: ["src/**", "test"] });
});

test("S2-31: capabilities are words or objects with a reason", () => {
  const source = `security:
  capabilities:
    - network
    - {capability: file-write, reason: saves the report, optional: true}
    - {reason: no capability}
    - [x]
  requiresNetwork: true
  modifiesFiles: yes
  executesCommands: no
  fileSystemScope: workspace
`;
  expect(manifestOf(source)).toEqual({
    security: {
      capabilities: [
        { capability: "network", optional: false },
        { capability: "file-write", reason: "saves the report", optional: true },
      ],
      requiresNetwork: true,
      modifiesFiles: true,
      executesCommands: false,
      fileSystemScope: "workspace",
    },
  });
});

test("S2-32: test scenarios are kept as plain data", () => {
  const source =
    "testing:\n  scenarios:\n    - name: a\n      cases: [{name: b, input: c, assertions: [{type: contains, value: d}]}]\n";
  expect(manifestOf(source)).toEqual({
    testing: {
      scenarios: [
        { name: "a", cases: [{ name: "b", input: "c", assertions: [{ type: "contains", value: "d" }] }] },
      ],
    },
  });
});

test("S2-33: tools a skill depends on are required unless it says otherwise", () => {
  const source =
    "tools:\n  dependencies:\n    - {tool: git, purpose: history, minVersion: 2.40}\n    - {tool: jq, required: no}\n    - {purpose: none}\n";
  expect(manifestOf(source)).toEqual({
    tools: [
      { tool: "git", required: true, purpose: "history", minVersion: "2.40" },
      { tool: "jq", required: false },
    ],
  });
});

test("S2-34: composition names skills, conflicts and order", () => {
  const source =
    "composition:\n  dependencies:\n    - {skillName: pdf, reason: reads, optional: true}\n    - {reason: none}\n  conflicts: [docx]\n  executionOrder: after\n";
  expect(manifestOf(source)).toEqual({
    composition: {
      dependencies: [{ skillName: "pdf", reason: "reads", optional: true }],
      conflicts: ["docx"],
      executionOrder: "after",
    },
  });
});

test.each([
  ["arguments: issue branch", ["issue", "branch"]],
  ["arguments: issue, branch", ["issue", "branch"]],
  ["arguments: [issue, branch]", ["issue", "branch"]],
  ["arguments:\n  - issue\n  - branch", ["issue", "branch"]],
  ["arguments: ''", []],
  ["arguments: {issue: 7}", undefined],
  ["arguments:", undefined],
])("R3-7: the names of arguments are words or a list: %s", (source, argumentNames) => {
  expect(manifestOf(source)).toEqual(argumentNames ? { argumentNames } : {});
});

test.each([
  ["hooks: x", ["hooks"]],
  ["hooks: [a]", ["hooks"]],
  ["hooks: {PreToolUse: ./check.sh}", ["hooks.PreToolUse"]],
  ["hooks: {PreToolUse: {matcher: Bash}, pre: a.sh}", ["hooks.PreToolUse"]],
  ["hooks: {Stop: [{matcher: Bash}], pre: [a.sh]}", ["hooks.Stop", "hooks.pre"]],
  ["hooks: {pre: a.sh, Stop: [{hooks: [{command: x}]}]}", undefined],
])("unreadable hooks are reported, since they may restrict: %s", (source, unreadable) => {
  expect(manifestOf(source).hooks?.unreadable).toEqual(unreadable);
});

test("empty hooks are left out", () => {
  expect(manifestOf("hooks:\n")).toEqual({});
});

test("extension fields of the wrong type are left out, and the rest is read", () => {
  const source = "scope: [a]\nexecution: 1\nsecurity: yes\ncomposition: []\nagent: {a: b}\nmodel: opus\n";
  expect(manifestOf(source)).toEqual({ model: "opus" });
});

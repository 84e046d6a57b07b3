import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HookAgent } from "./agent-settings.ts";
import { hookAgents } from "./hook-agents.ts";
import { refusingLine } from "./hook-command.ts";
import { planHookInstall, planHookUninstall, readHookStatus } from "./plan-hooks.ts";
import type { SettingsPlan } from "./settings-file.ts";

const path = "settings.json";
const command = ["/opt/node", "/src/start.ts"];

function agentOf(id: string): HookAgent {
  const agent = hookAgents.find((one) => one.id === id);
  if (agent === undefined) throw new Error(`no agent ${id}`);
  return agent;
}

function install(
  id: string,
  before: string | undefined,
  options: readonly string[] = [],
): string | undefined {
  const request = { agent: agentOf(id), path, command, program: ["skillwright"], options, isUnix: true };
  return after(
    planHookInstall(request, () => before),
    before,
  );
}

function uninstall(id: string, before: string | undefined): string | undefined {
  return after(
    planHookUninstall({ agent: agentOf(id), path, command }, () => before),
    before,
  );
}

function after(plan: SettingsPlan, before: string | undefined): string | undefined {
  const [change] = plan;
  return change === undefined ? before : change.after;
}

function status(id: string, text: string | undefined) {
  const { state, line } = readHookStatus({ agent: agentOf(id), path, command, isUnix: true }, () => text);
  return line === undefined ? { state } : { state, line };
}

test("Claude Code: the user's own hooks, comments and order are kept", () => {
  const before = `{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  // what I always allow
  "permissions": { "allow": ["Bash(git status)"] },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/bin/log-bash" }]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] // loud
  },
  "model": "opus"
}
`;
  const now = install("claude-code", before);
  expect(now).toBe(`{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  // what I always allow
  "permissions": { "allow": ["Bash(git status)"] },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/bin/log-bash" }]
      },
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": ${JSON.stringify(refusingLine("skillwright guard --agent claude-code"))},
            "timeout": 10,
            "onFailure": "block"
          }
        ]
      }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }], // loud
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "skillwright guard --agent claude-code",
            "timeout": 10
          }
        ]
      }
    ],
    "UserPromptExpansion": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "skillwright guard --agent claude-code",
            "timeout": 10
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "matcher": "Skill",
        "hooks": [
          {
            "type": "command",
            "command": "skillwright guard --agent claude-code",
            "timeout": 10
          }
        ]
      }
    ],
    "SessionEnd": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "skillwright guard --agent claude-code",
            "timeout": 3
          }
        ]
      }
    ]
  },
  "model": "opus"
}
`);
  expect(uninstall("claude-code", now)).toBe(before);
});

test("Codex: a new file, which is removed again", () => {
  const now = install("codex", undefined, ["--policy", "/etc/team policy.json", "--lifetime", "session"]);
  const line = "skillwright guard --agent codex --policy '/etc/team policy.json' --lifetime session";
  const guarded = refusingLine(line);
  expect(JSON.parse(now ?? "")).toEqual({
    hooks: {
      PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: guarded, timeout: 10 }] }],
      UserPromptSubmit: [{ hooks: [{ type: "command", command: line, timeout: 10 }] }],
      SessionEnd: [{ hooks: [{ type: "command", command: line, timeout: 3 }] }],
    },
  });
  expect(uninstall("codex", now)).toBeUndefined();
});

test("Gemini CLI: milliseconds, and a name to switch it off by", () => {
  const before = '{\n\t"mcpServers": {},\n\t"hooks": {"BeforeTool": []}\n}';
  const now = install("gemini-cli", before);
  const line = "skillwright guard --agent gemini-cli";
  const guarded = refusingLine(line);
  const hook = (command: string, timeout: number) => ({
    name: "skillwright",
    type: "command",
    command,
    timeout,
  });
  expect(JSON.parse(now ?? "")).toEqual({
    mcpServers: {},
    hooks: {
      BeforeTool: [{ matcher: "*", hooks: [hook(guarded, 10_000)] }],
      // Gemini CLI would not continue the conversation.
      BeforeAgent: [{ hooks: [hook(`${line} || true`, 10_000)] }],
      AfterAgent: [{ hooks: [hook(`${line} || true`, 3000)] }],
      SessionEnd: [{ hooks: [hook(`${line} || true`, 3000)] }],
    },
  });
  expect(uninstall("gemini-cli", now)).toBe(before);
  for (const off of ['"hooksConfig": {"enabled": false}', '"hooksConfig": {"disabled": ["skillwright"]}'])
    expect(status("gemini-cli", now?.replace('"mcpServers": {}', off))).toEqual({ state: "off", line });
});

test("Cursor: a failure blocks, and MCP tools come with their server", () => {
  const before = `{
  "version": 1,
  "hooks": {
    "preToolUse": [{ "command": "./audit.sh", "matcher": "Shell" }]
  }
}
`;
  const now = install("cursor", before);
  const line = "skillwright guard --agent cursor";
  expect(JSON.parse(now ?? "")).toEqual({
    version: 1,
    hooks: {
      preToolUse: [
        { command: "./audit.sh", matcher: "Shell" },
        { command: refusingLine(line), matcher: "^(?!MCP:)", timeout: 10, failClosed: true },
      ],
      beforeMCPExecution: [{ command: refusingLine(line), timeout: 10, failClosed: true }],
      beforeSubmitPrompt: [{ command: line, timeout: 10 }],
      sessionEnd: [{ command: line, timeout: 3 }],
    },
  });
  expect(uninstall("cursor", now)).toBe(before);
});

test("Copilot: a separate file with the version it requires", () => {
  const now = install("copilot", undefined);
  expect(now).toBe(`{
  "hooks": {
    "preToolUse": [
      {
        "type": "command",
        "command": ${JSON.stringify(refusingLine("skillwright guard --agent copilot"))},
        "timeoutSec": 10
      }
    ],
    "userPromptSubmitted": [
      {
        "type": "command",
        "command": "skillwright guard --agent copilot",
        "timeoutSec": 10
      }
    ],
    "sessionEnd": [
      {
        "type": "command",
        "command": "skillwright guard --agent copilot",
        "timeoutSec": 3
      }
    ]
  },
  "version": 1
}
`);
  expect(uninstall("copilot", now)).toBeUndefined();
});

test("a file with only a version belongs to the user and is kept", () => {
  for (const text of [
    '{\n  "version": 1\n}\n',
    '{"version": 1}',
    '{ "hooks": {}, "version": 1 }',
    '{"version": 1, "hooks": {}}\n',
  ])
    expect(uninstall("cursor", install("cursor", text))).toBe(text);
});

test("a file without the version that the agent requires is refused", () => {
  expect(() => install("cursor", '{"hooks": {}}')).toThrow(
    expect.objectContaining({
      code: "settings-unusable",
      details: { path, line: 1, reason: 'Cursor requires "version": 1 in this file; add it first' },
    }),
  );
});

test("installing again with other options replaces only our hooks", () => {
  const own = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}}';
  const first = install("codex", own);
  const second = install("codex", first, ["--lifetime", "session"]);
  expect(second).not.toBe(first);
  expect(install("codex", second)).toBe(first);
  expect(uninstall("codex", second)).toBe(own);
});

test("a failing hook refuses calls only, so that no one is locked out of the conversation", () => {
  for (const { id, events } of hookAgents.filter(({ plugin }) => plugin === undefined)) {
    const { hooks } = JSON.parse(install(id, undefined) ?? "");
    for (const { event, kind } of events) {
      const isHard = /sh -c|onFailure|failClosed/.test(JSON.stringify(hooks[event]));
      expect([id, event, isHard]).toEqual([id, event, kind === "call"]);
      expect([event, kind === "call"]).toEqual([event, /^(?:pre|before)(?:tool|mcp)/i.test(event)]);
    }
  }
});

test("other hooks that resemble ours are kept", () => {
  const others = [
    "/opt/acme/bin/acme guard --agent claude-code --strict",
    "logger 'we use skillwright guard --agent claude-code here'",
  ];
  const before = JSON.stringify({
    hooks: { PreToolUse: others.map((line) => ({ hooks: [{ type: "command", command: line }] })) },
  });
  expect(uninstall("claude-code", before)).toBe(before);
  expect(uninstall("claude-code", install("claude-code", before))).toBe(before);
});

test.each(["", "\n", "\uFEFF \r\n"])("an empty file %j is treated like a missing one", (text) => {
  for (const { id } of hookAgents) {
    expect(install(id, text)).toBe(install(id, undefined));
    expect(status(id, text)).toEqual({ state: "absent" });
    expect(uninstall(id, text)).toBe(text);
  }
});

test("a hook that the user added to our group is kept", () => {
  const now = install("claude-code", undefined)?.replace(
    '"hooks": [\n          {',
    '"hooks": [\n          { "type": "command", "command": "mine" },\n          {',
  );
  expect(status("claude-code", now)).toMatchObject({ state: "different" });
  expect(JSON.parse(uninstall("claude-code", now) ?? "")).toEqual({
    hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "mine" }] }] },
  });
});

describe("status", () => {
  const line = "skillwright guard --agent claude-code";
  test("installed and intact, or missing", () => {
    expect(status("claude-code", install("claude-code", "{}"))).toEqual({ state: "installed", line });
    expect(status("claude-code", undefined)).toEqual({ state: "absent" });
    expect(status("claude-code", '{"hooks": {"PreToolUse": "?"}}')).toEqual({ state: "absent" });
  });

  test("without what turns a failure into a refusal, or without one of the events, it is outdated", () => {
    const now = install("claude-code", undefined) ?? "";
    expect(status("claude-code", now.replace(/sh -c '[^']*' skillwright /, ""))).toEqual({
      state: "different",
      line,
    });
    expect(status("claude-code", now.replace('"onFailure": "block"', '"onFailure": "continue"'))).toEqual({
      state: "different",
      line,
    });
    expect(status("claude-code", now.replace('"PostToolUse"', '"Other"')).state).toBe("different");
    expect(status("claude-code", now.replace("UserPromptExpansion", "Other"))).toEqual({
      state: "different",
      line,
    });
    expect(status("claude-code", now.replace('"matcher": "*"', '"matcher": "Read"'))).toMatchObject({
      state: "different",
    });
  });

  test("a line that does more than call the guard is not as it should be", () => {
    const now = install("claude-code", undefined) ?? "";
    const more = now.replaceAll("--agent claude-code", "--agent claude-code ; exit 0");
    expect(status("claude-code", more).state).toBe("different");
    expect(uninstall("claude-code", more)).toBeUndefined();
  });

  test("another program with the guard's name is not the guard", () => {
    const now = install("claude-code", undefined)?.replaceAll(
      "skillwright guard --agent",
      "true guard --agent",
    );
    expect(status("claude-code", now)).toEqual({ state: "absent" });
  });

  test("a switch that disables all hooks is respected", () => {
    const now = install("claude-code", '{"disableAllHooks": true}');
    expect(status("claude-code", now)).toEqual({ state: "off", line });
  });
});

const texts = fc.constantFrom(
  undefined,
  "{}",
  "{ }\n",
  '{"version": 1}',
  '{\n  "version": 1, // one\n}\n',
  '{"version": 1, "hooks": {}}',
  '{"version": 1, "hooks": {"PreToolUse": [], "preToolUse": [ ]}}',
  '\uFEFF{\r\n\t"version": 1,\r\n\t"hooks": {\r\n\t\t// none\r\n\t}\r\n}\r\n',
  '{"hooks": {"BeforeTool": [{"matcher": "x", "hooks": []}], "SessionEnd": [1, null, {"hooks": 2}]}, "version": 1}',
);

test("for every agent, installing twice equals installing once, and uninstalling restores the same bytes", () => {
  fc.assert(
    fc.property(fc.constantFrom(...hookAgents), texts, ({ id, frame, plugin }, text) => {
      fc.pre(plugin === undefined || text === undefined);
      fc.pre(Object.keys(frame).length === 0 || text === undefined || text.includes("version"));
      const now = install(id, text);
      expect(now).not.toBe(text);
      const again = {
        agent: agentOf(id),
        path,
        command,
        program: ["skillwright"],
        options: [],
        isUnix: true,
      };
      expect(planHookInstall(again, () => now)).toEqual([]);
      expect(status(id, now).state).toBe("installed");
      expect(uninstall(id, now)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

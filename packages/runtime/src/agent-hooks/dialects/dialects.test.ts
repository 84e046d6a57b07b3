import { tokenizeTools } from "@skillwright/core/parse";
import { decide, type PolicyLayer } from "@skillwright/core/policy";
import { describe, expect, test } from "vitest";
import type { AgentName, HookEvent, HookProblem } from "../agent-dialect.ts";
import { chooseDialect, dialects, findDialect, recognizeDialect } from "./dialects.ts";
import type { Recorded } from "./payloads/test-payload.ts";
import { recorded } from "./payloads/test-recorded.ts";

const agents = dialects.map(({ agent }) => agent);

function readAs(agent: AgentName, payload: Recorded["payload"]): HookEvent | HookProblem | undefined {
  return findDialect(agent)?.read(payload);
}

test("every agent has a dialect, and no other name does", () => {
  expect(agents).toEqual([
    "claude-code",
    "codex",
    "gemini-cli",
    "cursor",
    "copilot",
    "qwen-code",
    "opencode",
  ]);
  expect(agents.map((agent) => findDialect(agent)?.agent)).toEqual(agents);
  expect(["", "claude", "__proto__", "Cursor"].map(findDialect)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe.each(agents)("%s", (agent) => {
  test.each(recorded[agent])("reports $what", ({ payload, event }) => {
    expect(readAs(agent, payload)).toEqual(event);
  });

  const own = recorded[agent].filter(({ isShared }) => !isShared);
  test.each(own)("is recognized, and no other agent, by $what", ({ payload }) => {
    expect(dialects.filter((dialect) => dialect.recognizes(payload)).map((dialect) => dialect.agent)).toEqual(
      [agent],
    );
  });

  const shared = recorded[agent].filter(({ isShared }) => isShared);
  test.each(shared)("is not guessed from $what", ({ payload }) => {
    expect(recognizeDialect(payload)).toBeUndefined();
    expect(chooseDialect(agent, payload)?.agent).toBe(agent);
    expect(chooseDialect(undefined, payload)).toBeUndefined();
  });
});

describe("hooks in Claude Code's settings that other agents run", () => {
  const foreign = agents.flatMap((agent) =>
    recorded[agent].filter(({ isShared }) => !isShared).map((one) => ({ agent, ...one })),
  );
  test.each(foreign)("are answered in the format of $agent: $what", ({ agent, payload }) => {
    expect(chooseDialect("claude-code", payload)?.agent).toBe(agent);
    expect(chooseDialect(undefined, payload)?.agent).toBe(agent);
  });
});

test("a payload with the marks of several agents belongs to at most one", () => {
  const call = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    transcript_path: "/t",
    cwd: "/p",
    tool_name: "Bash",
  };
  const recognisers = (marks: Recorded["payload"]): readonly AgentName[] =>
    dialects.filter((dialect) => dialect.recognizes({ ...call, ...marks })).map(({ agent }) => agent);
  const cursorMarks = { cursor_version: "2", conversation_id: "c" };
  expect(recognisers({ ...cursorMarks, turn_id: "t" })).toEqual(["cursor"]);
  expect(recognisers({ ...cursorMarks, sessionId: "s", timestamp: "2026" })).toEqual(["cursor"]);
  expect(recognisers({ turn_id: "t", sessionId: "s", timestamp: "2026" })).toEqual(["codex"]);
  // Copilot's form of Claude Code's events, of which others add a timestamp to all.
  expect(recognisers({ timestamp: "2026" })).toEqual(["copilot"]);
  expect(recognisers({ timestamp: "2026", hook_event_name: "SessionStart" })).toEqual([]);
  expect(recognisers({ timestamp: "2026", hook_event_name: "SessionEnd" })).toEqual([]);
  // If Claude Code adds a timestamp, it is still neither VS Code nor Qwen Code.
  expect(recognisers({ permission_mode: "default", timestamp: "2026" })).toEqual([]);
});

test.each([
  ["claude-code", "a command", ["hook_event_name", "session_id", "transcript_path"]],
  ["codex", "a command", ["hook_event_name", "session_id", "turn_id"]],
  ["gemini-cli", "a command", ["hook_event_name", "session_id"]],
  ["cursor", "a command", ["cursor_version", "conversation_id"]],
  ["copilot", "a command", ["sessionId"]],
  ["copilot", "a command in Claude Code's form", ["hook_event_name", "session_id", "timestamp"]],
  ["qwen-code", "a command", ["hook_event_name", "session_id", "timestamp", "prompt_id"]],
  ["opencode", "a command", ["opencode_plugin"]],
] as const)("a payload of %s is recognized only with all its marks: %s", (agent, name, marks) => {
  const payload = recorded[agent].find(({ what }) => what === name)?.payload ?? {};
  const isOwn = (changed: Recorded["payload"]) => findDialect(agent)?.recognizes({ ...payload, ...changed });
  expect(isOwn({})).toBe(true);
  for (const mark of marks)
    for (const value of [undefined, null, 7]) expect(isOwn({ [mark]: value }), mark).toBe(false);
});

test("an unrecognized payload belongs to the agent the hook is for, or to none", () => {
  expect(chooseDialect("cursor", { hello: 1 })?.agent).toBe("cursor");
  expect(chooseDialect("unheard-of", { hello: 1 })).toBeUndefined();
  expect(chooseDialect(undefined, {})).toBeUndefined();
});

describe("rules apply to every agent's calls", () => {
  const what = (agent: AgentName, name: string): HookEvent => {
    const found = recorded[agent].find((one) => one.what === name);
    if (!found) throw new Error(`${agent} has no payload for ${name}`);
    return found.event;
  };
  const effect = (event: HookEvent, lists: Partial<PolicyLayer>): readonly string[] => {
    const place = {
      workspace: event.cwd,
      resolvePath: (path: string) =>
        path.startsWith("/") ? path : `${event.cwd}/${path}`.replace(/\/\.$/, ""),
    };
    const layer: PolicyLayer = { kind: "skill", name: "s", otherwise: "allow", ...lists };
    const uses = event.kind === "call" ? event.uses : [];
    return uses.map((use) => decide({ ...use, ...place }, [layer]).effect);
  };

  test.each(agents)("a command of %s is on a matching allowlist, and not on another", (agent) => {
    const event = what(agent, "a command");
    expect(effect(event, { only: tokenizeTools("Bash(npm:*)") })).toEqual(["allow"]);
    expect(effect(event, { only: tokenizeTools("Bash(git:*)") })).toEqual(["deny"]);
    expect(effect(event, { deny: tokenizeTools("Bash(npm:*)") })).toEqual(["deny"]);
  });

  test.each([
    ["claude-code", "an edit", "Edit(**/a.*)"],
    ["gemini-cli", "an edit", "Edit(**/a.*)"],
    ["qwen-code", "an edit", "Edit(**/a.*)"],
    ["opencode", "an edit", "Edit(**/a.*)"],
    ["opencode", "a patch", "Edit(**/a.*)"],
    ["cursor", "an edit", "Write(**/a.*)"],
    ["copilot", "a new file", "Write(**/a.*)"],
    ["copilot", "a patch", "Edit(**/a.*)"],
    ["copilot", "an edit in VS Code", "Edit(src/**)"],
    ["codex", "a patch with a new file", "Write(**/a.*)"],
  ] as const)("a file of %s in %s is on the list %s, and not on one without it", (agent, name, rule) => {
    const event = what(agent, name);
    expect(effect(event, { only: tokenizeTools(rule) })).toEqual(["allow"]);
    expect(effect(event, { only: tokenizeTools("Edit(docs/**) Write(docs/**)") })).toEqual(["deny"]);
    expect(effect(event, { deny: tokenizeTools(rule) })).toEqual(["deny"]);
  });

  test.each([
    ["claude-code", "a tool of an MCP server", "allow"],
    ["qwen-code", "a tool of an MCP server", "allow"],
    ["opencode", "a tool of an MCP server", "allow"],
    ["cursor", "a tool of an MCP server before it is run", "allow"],
    ["copilot", "a tool of an MCP server", "allow"],
    // Not certainly this server's, so never on its list.
    ["cursor", "a tool of an MCP server that is not told", "deny"],
    ["copilot", "a tool of an MCP server whose name has hyphens", "deny"],
  ] as const)(
    "%s: a rule on %s denies it, and on its server's allowlist it is treated as %s",
    (agent, name, listed) => {
      const event = what(agent, name);
      const [server] = name.includes("hyphens") ? ["github-mcp-server"] : ["github"];
      expect(effect(event, { deny: tokenizeTools(`mcp__${server}__create_issue`) })).toEqual(["deny"]);
      expect(effect(event, { deny: tokenizeTools(`mcp__${server}__create_*`) })).toEqual(["deny"]);
      expect(effect(event, { deny: tokenizeTools("mcp__other__thing Bash Read(.env)") })).toEqual(["allow"]);
      expect(effect(event, { only: tokenizeTools(`mcp__${server}__*`) })).toEqual([listed]);
      expect(effect(event, { only: tokenizeTools("mcp__*") })).toEqual(["allow"]);
    },
  );

  test.each(["gemini-cli", "opencode"] as const)(
    "%s: a name that might be several servers' is denied by rules on each",
    (agent) => {
      const event = what(agent, "a tool of an MCP server that is not told");
      for (const rule of ["mcp__my__under_echo", "mcp__my_under__echo", "mcp__my-under__*"])
        expect(effect(event, { deny: tokenizeTools(rule) }), rule).toEqual(["deny"]);
      expect(effect(event, { only: tokenizeTools("mcp__my__*") })).toEqual(["deny"]);
    },
  );

  test("our own server's tools stay callable under an empty list", () => {
    for (const agent of ["claude-code", "codex", "copilot", "qwen-code", "opencode"] as const)
      expect(effect(what(agent, "our own server's load"), { only: [] }), agent).toEqual(["allow"]);
  });

  test("a patch in a command is treated as every change it might make", () => {
    const event = what("codex", "a patch in a command");
    expect(effect(event, { only: tokenizeTools("Bash Edit Write") })).toEqual([
      "allow",
      "allow",
      "allow",
      "deny",
      "deny",
    ]);
    expect(effect(event, { deny: tokenizeTools("Write(secret/**)") })).toContain("deny");
  });
});

test.each([
  ["mcp__skillwright__fs__write_file", "mcp__fs__write_file"],
  ["mcp__skillwright__my_fs__a__b", "mcp__my_fs__a__b"],
  ["mcp__skillwright__skills_load", "mcp__skillwright__skills_load"],
  ["mcp__other__fs__write_file", "mcp__other__fs__write_file"],
])("a tool behind our gateway has its own server's name: %s", (tool_name, tool) => {
  const payload = { hook_event_name: "PreToolUse", session_id: "s", cwd: "/p", tool_name, tool_input: {} };
  expect(readAs("claude-code", payload)).toMatchObject({ uses: [{ tool }] });
});

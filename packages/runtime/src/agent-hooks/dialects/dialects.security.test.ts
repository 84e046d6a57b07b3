import type { JsonObject } from "@skillwright/core/text";
import { describe, expect, test } from "vitest";
import type { AgentName, HookEvent, HookProblem } from "../agent-dialect.ts";
import { chooseDialect, dialects, findDialect, recognizeDialect } from "./dialects.ts";
import { recorded } from "./payloads/test-recorded.ts";

const agents = dialects.map(({ agent }) => agent);

function read(agent: AgentName, payload: JsonObject): HookEvent | HookProblem | undefined {
  return findDialect(agent)?.read(payload);
}

/** Values a field should not hold. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  0,
  7,
  true,
  "",
  [],
  ["Bash"],
  {},
  { toString: 1, valueOf: 1 },
];

/** The fields a call requires. */
const needed: Readonly<Record<AgentName, readonly string[]>> = {
  "claude-code": ["session_id", "cwd", "hook_event_name", "tool_name"],
  codex: ["session_id", "cwd", "hook_event_name", "tool_name"],
  "gemini-cli": ["session_id", "cwd", "hook_event_name", "tool_name"],
  cursor: ["hook_event_name", "tool_name"],
  copilot: ["sessionId", "cwd", "toolName"],
  "qwen-code": ["session_id", "cwd", "hook_event_name", "tool_name"],
  opencode: ["session_id", "cwd", "hook_event_name", "tool_name"],
};

describe.each(agents)("%s", (agent) => {
  const [sample] = recorded[agent];
  const payload = sample?.payload ?? {};

  test.each(needed[agent])("a call with anything else in %s is a problem, never a call", (field) => {
    for (const value of wrong) {
      const event = read(agent, { ...payload, [field]: value });
      expect(event?.kind, JSON.stringify(value)).toBe("problem");
      const output = findDialect(agent)?.answer(
        { effect: "deny", reason: "no" },
        event ?? { kind: "problem", problem: "" },
      );
      expect(output?.exitCode === 2 || /"deny"/.test(output?.stdout ?? "")).toBe(true);
    }
  });

  test("overlong names are problems", () => {
    const endless = "x".repeat(1_000_000);
    for (const field of needed[agent])
      expect(read(agent, { ...payload, [field]: endless })?.kind, field).toMatch(/^problem$|^other$/);
    const tool = agent === "copilot" ? "toolName" : "tool_name";
    expect(read(agent, { ...payload, [tool]: endless })?.kind).toBe("problem");
  });

  test("a call without its input is a problem", () => {
    const input = agent === "copilot" ? "toolArgs" : "tool_input";
    const { [input]: _, ...rest } = payload;
    expect(read(agent, rest)?.kind).toBe("problem");
  });

  test.each(["PreToolUse2", "preToolCall", "BeforeToolUse", "PermissionCheck", "pre-tool"])(
    "an unknown event %s of a later version is refused, not ignored",
    (event) => {
      const renamed = { ...payload, hook_event_name: event };
      expect(read(agent, renamed)).toEqual({
        kind: "problem",
        problem: `The event '${event}' is unknown.`,
        event,
      });
    },
  );

  test("an event that is not a decision never yields a call, whatever its payload", () => {
    const renamed = { ...payload, hook_event_name: "PostSomething" };
    expect(read(agent, renamed)).toEqual(expect.objectContaining({ kind: "other", event: "PostSomething" }));
  });

  test("prototype keys are ordinary keys", () => {
    const hostile = JSON.parse(
      '{"__proto__":{"session_id":"s","cwd":"/","tool_name":"Bash"},"constructor":1}',
    );
    expect(read(agent, hostile)?.kind).toBe("problem");
    expect(recognizeDialect(hostile)).toBeUndefined();
    expect(chooseDialect("__proto__", hostile)).toBeUndefined();
  });

  test("any value in any field is read or refused, never a crash", () => {
    for (const { payload: whole } of recorded[agent])
      for (const field of Object.keys(whole))
        for (const value of wrong) {
          const broken = { ...whole, [field]: value };
          for (const dialect of dialects) {
            const event = dialect.read(broken);
            expect(typeof dialect.recognizes(broken)).toBe("boolean");
            expect(dialect.answer({ effect: "deny", reason: "no" }, event).stdout).toMatch(/^(?:\{.*\}\n)?$/);
          }
        }
  });

  test("a prompt without its text is a problem, since it may name skills", () => {
    const prompts = recorded[agent].filter(({ payload: whole }) => whole.prompt !== undefined);
    const asked = prompts.filter(({ payload: whole }) => whole.hook_event_name !== "AfterAgent");
    expect(asked).not.toEqual([]);
    for (const { payload: whole } of asked)
      expect(read(agent, { ...whole, prompt: undefined, command_name: undefined })?.kind).toBe("problem");
  });

  test("a relative folder is a problem: paths could start anywhere", () => {
    const folders = { cwd: "work", workspace_roots: ["work"] };
    expect(read(agent, { ...payload, ...folders })?.kind).toBe("problem");
  });
});

describe("the skill tool", () => {
  const cases: readonly (readonly [AgentName, string, readonly unknown[]])[] = [
    [
      "claude-code",
      "the skill tool",
      [{}, { skill: 5 }, { skill: "" }, "pdf", null, { skill: "a", command: "b" }],
    ],
    ["gemini-cli", "the skill tool", [{}, { name: ["pdf"] }, "pdf", null]],
    ["copilot", "the skill tool", ["{}", "pdf", '{"skill":5}', "[]", '"pdf"', '{"skill":"pdf"', 5]],
  ];
  test.each(cases)("of %s is refused if it does not name one skill", (agent, what, inputs) => {
    const payload = recorded[agent].find((one) => one.what === what)?.payload ?? {};
    const field = agent === "copilot" ? "toolArgs" : "tool_input";
    for (const input of inputs)
      expect(read(agent, { ...payload, [field]: input })?.kind, JSON.stringify(input)).toBe("problem");
  });

  test.each([
    ["codex", {}],
    ["copilot", { toolName: undefined, hookEventName: "PreToolUse" }],
  ] as const)("of %s has no effect on skills if it cannot be read", (agent, form) => {
    const payload = recorded[agent].find(({ what }) => what === "a command")?.payload ?? {};
    const call = { tool_name: "Skill", tool_input: { uri: "skill://pdf/SKILL.md" } };
    expect(read(agent, { ...payload, ...form, ...call })).toEqual({
      kind: "problem",
      problem: "The skill tool call does not name exactly one skill.",
      event: "PreToolUse",
    });
  });

  test("loads a skill whose name has spaces by its whole name", () => {
    const payload = recorded["claude-code"].find((one) => one.what === "the skill tool")?.payload ?? {};
    expect(read("claude-code", { ...payload, tool_input: { skill: "my pdf" } })).toMatchObject({
      loads: ["my pdf"],
    });
  });

  test("of Claude Code accepts the slash users type", () => {
    const payload = recorded["claude-code"].find((one) => one.what === "the skill tool")?.payload ?? {};
    expect(read("claude-code", { ...payload, tool_input: { skill: "/pdf" } })).toMatchObject({
      loads: ["pdf"],
    });
  });
});

describe("arguments as text", () => {
  const copilot = { sessionId: "s1", timestamp: 1, cwd: "/p", toolName: "bash" };
  const usesOf = (toolArgs: unknown): unknown => {
    const event = read("copilot", { ...copilot, toolArgs });
    return event?.kind === "call" ? event.uses : event;
  };

  test("that is not JSON stays text, which no rule on commands matches with certainty", () => {
    expect(usesOf("rm -rf /")).toEqual([{ tool: "bash", input: "rm -rf /" }]);
    expect(usesOf('{"command":"ls"')).toEqual([{ tool: "bash", input: '{"command":"ls"' }]);
    expect(usesOf("")).toEqual([{ tool: "bash", input: "" }]);
  });

  test("with a duplicate key uses the last, as the agent does", () => {
    expect(usesOf('{"command":"ls","command":"rm -rf /"}')).toEqual([
      { tool: "bash", input: { command: "rm -rf /" } },
    ]);
  });

  test("cannot reach a prototype", () => {
    const [use] = usesOf('{"__proto__":{"command":"ls"},"command":"rm"}') as readonly { input: JsonObject }[];
    expect(Object.getPrototypeOf(use?.input)).toBe(Object.prototype);
    expect(use?.input.command).toBe("rm");
  });

  test("leaves a previously opened shell unknown", () => {
    expect(usesOf('{"command":"ls","shellId":"a","mode":"sync"}')).toEqual([
      { tool: "bash", input: { command: "ls", shellId: "a" } },
    ]);
    expect(usesOf('{"command":"ls","mode":"async"}')).toEqual([{ tool: "bash", input: { command: "ls" } }]);
    expect(usesOf('{"command":"ls","mode":"elsewhere"}')).toEqual([
      { tool: "bash", input: { command: "ls", mode: "elsewhere" } },
    ]);
  });
});

describe("truncated names of MCP tools", () => {
  test("might be any, so no rule is certain", () => {
    const copilot = {
      sessionId: "s1",
      timestamp: 1,
      cwd: "/p",
      toolName: `srv-${"x".repeat(60)}`,
      toolArgs: "{}",
    };
    expect(read("copilot", copilot)).toMatchObject({ uses: [{ tool: `mcp__srv-${"x".repeat(60)}…` }] });
    const gemini = { session_id: "s", cwd: "/p", hook_event_name: "BeforeTool", tool_input: {} };
    expect(read("gemini-cli", { ...gemini, tool_name: "mcp_srv_a...z" })).toMatchObject({
      uses: [{ tool: "mcp_srv_a...z…" }],
    });
  });

  test("an invalid server is a problem", () => {
    const gemini = {
      session_id: "s",
      cwd: "/p",
      hook_event_name: "BeforeTool",
      tool_name: "mcp_a_b",
      tool_input: {},
    };
    for (const context of [null, [], "a", {}, { server_name: "a" }, { server_name: 1, tool_name: "b" }])
      expect(read("gemini-cli", { ...gemini, mcp_context: context })?.kind).toBe("problem");
  });
});

describe("our own tools", () => {
  const claude = recorded["claude-code"][0]?.payload ?? {};
  const effectOf = (tool: string, input: unknown): unknown => {
    const event = read("claude-code", { ...claude, tool_name: tool, tool_input: input });
    return event?.kind === "call"
      ? { loads: event.loads, loader: event.loader, leaves: event.leaves }
      : event;
  };
  const nothing = { loads: undefined, loader: undefined, leaves: undefined };

  test.each(["mcp__skillwright2__", "mcp__Skillwright__", "mcp__x__skillwright__", "mcp__sw__"])(
    "are not those of a server %s: it may load a skill, but cannot deactivate one",
    (server) => {
      expect(effectOf(`${server}skills_deactivate`, {})).toEqual(nothing);
      const loading = { ...nothing, loads: ["pdf"], loader: "server" };
      expect(effectOf(`${server}skills_load`, { name: "pdf" })).toEqual(loading);
    },
  );

  test("are a server's, not tools with their names alone", () => {
    expect(effectOf("skills_deactivate", {})).toEqual(nothing);
    expect(effectOf("skills_load", { name: "pdf" })).toEqual(nothing);
  });

  test("deactivate nothing in VS Code, where their owner is unclear", () => {
    const told = {
      hookEventName: "PreToolUse",
      sessionId: "s",
      cwd: "/p",
      timestamp: "2026",
      tool_use_id: "t",
    };
    const event = (tool_name: string) => read("copilot", { ...told, tool_name, tool_input: { name: "pdf" } });
    expect(event("mcp_skillwright_skills_load")).toMatchObject({ loads: ["pdf"], loader: "own-server" });
    expect(event("mcp_skillwright_skills_deactivate")).not.toHaveProperty("leaves");
    expect(event("skillwright-skills_load")).toMatchObject({ loads: ["pdf"], loader: "own-server" });
    expect(event("skillwright-skills_deactivate")).not.toHaveProperty("leaves");
  });

  test("are not those of a server whose name only starts like ours, if the agent reports it", () => {
    const call = { ...claude, tool_name: "mcp__skillwright__fs__write_file", tool_input: {} };
    expect(
      read("claude-code", { ...call, mcp_server: { name: "skillwright", source: "user" } }),
    ).toMatchObject({
      uses: [{ tool: "mcp__fs__write_file", alias: "mcp__skillwright__fs__write_file" }],
    });
    const foreign = read("claude-code", {
      ...call,
      mcp_server: { name: "skillwright__fs", source: "project" },
    });
    expect(foreign).toMatchObject({ uses: [{ tool: "mcp__skillwright__fs__write_file" }] });
  });

  test("deactivate nothing except by name", () => {
    expect(effectOf("mcp__skillwright__skills_deactivate", { name: "pdf" })).toEqual({
      ...nothing,
      leaves: "pdf",
    });
    for (const name of [null, 5, [], {}, ""])
      expect(effectOf("mcp__skillwright__skills_deactivate", { name })).toEqual(nothing);
  });
});

test.each([
  ["apply_patch <<'EOF'\n*** Begin Patch", true],
  ["cd src && apply_patch < p", true],
  ["true;/opt/bin/applypatch x", true],
  ["bash -lc 'apply_patch x'", true],
  ["git log | grep apply_patch", false],
  ["cat apply_patch.md", false],
  ["./my_apply_patch x", false],
])("Codex: whether %j applies a patch: %s", (command, isPatch) => {
  const payload = { ...recorded.codex[0]?.payload, tool_input: { command } };
  const event = read("codex", payload);
  expect(event?.kind === "call" && event.uses.length).toBe(isPatch ? 5 : 1);
});

test("Codex: time grows linearly with a command", () => {
  for (const part of [";", "\n", "; /", "'", " "]) {
    const payload = { ...recorded.codex[0]?.payload, tool_input: { command: part.repeat(300_000) } };
    expect(read("codex", payload)?.kind).toBe("call");
  }
});

test("a sub-agent's or timer's prompt does not end the turn that restricts it", () => {
  const prompt = {
    session_id: "s",
    transcript_path: "/t",
    cwd: "/p",
    hook_event_name: "UserPromptSubmit",
    prompt: "go",
  };
  for (const source of ["system", "loop_wakeup", "schedule_wakeup", "poll_event", "unheard-of", 5])
    expect(read("claude-code", { ...prompt, source })?.kind, String(source)).toBe("load");
  expect(read("claude-code", { ...prompt, agent_id: "a" })?.kind).toBe("load");
  expect(read("codex", { ...prompt, turn_id: "t", agent_id: "a" })?.kind).toBe("load");
  const typed = { ...prompt, submitted_prompt: "go" };
  expect(read("qwen-code", { ...typed, agent_id: "a" })?.kind).toBe("load");
  expect(read("qwen-code", typed)?.kind).toBe("prompt");
  expect(read("claude-code", { ...prompt, source: "user" })?.kind).toBe("prompt");
  expect(read("codex", { ...prompt, turn_id: "t" })?.kind).toBe("prompt");
});

describe("the skill tool loads a skill in any spelling, since no list excludes it", () => {
  test.each([
    ["claude-code", { tool_name: "skill", tool_input: { skill: "pdf" } }],
    ["claude-code", { tool_name: "SKILL", tool_input: { name: "pdf" } }],
    ["claude-code", { tool_name: "SlashCommand", tool_input: { command: "/pdf now" } }],
    ["gemini-cli", { tool_name: "Activate_Skill", tool_input: { name: "pdf" } }],
    ["copilot", { tool_name: "Skill", tool_input: { skill: "pdf" }, toolName: undefined }],
    ["codex", { tool_name: "use_skill", tool_input: { skill: "pdf" } }],
    ["cursor", { tool_name: "Skill", tool_input: { skill: "pdf" } }],
  ] as const)("%s: %j", (agent, call) => {
    const [first] = recorded[agent].filter(({ event }) => event.kind === "call");
    const { toolName: _, toolArgs: __, hook_event_name: event, ...payload } = first?.payload ?? {};
    const told = { ...payload, hook_event_name: event ?? "PreToolUse", ...call };
    expect(read(agent, told)).toMatchObject({ kind: "call", loads: ["pdf"] });
  });

  test("naming none or several is a problem", () => {
    const [{ payload = {} } = {}] = recorded["claude-code"];
    for (const tool_input of [{}, { skill: "a", name: "b" }, { skill: 5 }, "pdf", null])
      expect(read("claude-code", { ...payload, tool_name: "skill", tool_input })).toMatchObject({
        kind: "problem",
      });
  });
});

test("a Copilot call with an id, as in VS Code, is denied under either name of its tool", () => {
  const told = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/p",
    timestamp: "2026",
    tool_use_id: "t",
  };
  const usesOf = (tool_name: string, tool_input: object = {}): unknown => {
    const event = read("copilot", { ...told, tool_name, tool_input });
    return event?.kind === "call" && event.uses;
  };
  expect(usesOf("github-create_issue")).toEqual([
    { tool: "github-create_issue", input: {}, alias: "mcp__github__create_issue" },
  ]);
  expect(usesOf("read_file")).toEqual([{ tool: "read_file", input: {} }]);
  // Only a string is a patch.
  expect(usesOf("Edit", { file_path: "a" })).toEqual([{ tool: "Edit", input: { file_path: "a" } }]);
});

test("a Copilot tool with a hyphen but no name on either side of it is no server's for certain", () => {
  const told = { sessionId: "s", cwd: "/p", timestamp: 1, toolArgs: "{}" };
  for (const toolName of ["-echo", "github-", "-"])
    expect(read("copilot", { ...told, toolName })).toMatchObject({ uses: [{ tool: `mcp__${toolName}` }] });
});

test("VS Code: reading a SKILL.md loads its skill, with and without a call's id; writing one does not", () => {
  const told = { hookEventName: "PreToolUse", sessionId: "s", cwd: "/p", timestamp: "2026" };
  const tool_input = { filePath: "/s/pdf/SKILL.md" };
  for (const id of [{}, { tool_use_id: "t" }]) {
    const payload = { ...told, ...id, tool_input };
    expect(read("copilot", { ...payload, tool_name: "read_file" })).toMatchObject({ loads: ["/s/pdf"] });
    expect(read("copilot", { ...payload, tool_name: "create_file" })).not.toHaveProperty("loads");
  }
});

test("a Copilot conversation with an unreadable parent is a problem: it could escape the parent's skills", () => {
  const [{ payload = {} } = {}] = recorded.copilot;
  for (const parentAgentId of [7, "", [], {}])
    expect(read("copilot", { ...payload, parentAgentId })).toMatchObject({
      kind: "problem",
      problem: "The payload has an unreadable parent's id.",
    });
});

test("Codex: a tool of a server is no command, whatever fields it has", () => {
  const [{ payload = {} } = {}] = recorded.codex;
  const call = (tool_name: string, tool_input: object) =>
    read("codex", { ...payload, tool_name, tool_input });
  const load = { name: "pdf", command: "cat /s/csv/SKILL.md" };
  expect(call("mcp__skillwright__skills_load", load)).toMatchObject({ loads: ["pdf"], loader: "own-server" });
  expect(call("mcp__x__run", { command: "apply_patch < p; cat /s/csv/SKILL.md" })).toEqual(
    expect.not.objectContaining({ loads: expect.anything() }),
  );
});

describe("Claude Code reports a loaded skill", () => {
  const answered = recorded["claude-code"].find(({ event }) => event.kind === "loaded")?.payload ?? {};
  const base = { ...answered, tool_name: "Skill", tool_input: { skill: "pdf" } };

  test("with the list the agent enforces, an empty one being none", () => {
    const report = (tool_response: object) => read("claude-code", { ...base, tool_response });
    expect(report({ allowedTools: ["Read"] })).toMatchObject({
      kind: "loaded",
      skill: "pdf",
      tools: ["Read"],
    });
    expect(report({ allowedTools: [] })).toEqual(expect.not.objectContaining({ tools: expect.anything() }));
  });

  test("only as the answer of its skill tool, with a name", () => {
    const tool_response = { commandName: "pdf", allowedTools: ["Bash"] };
    expect(read("claude-code", { ...base, tool_name: "mcp__x__y", tool_response })?.kind).toBe("other");
    expect(read("claude-code", { ...base, tool_input: {}, tool_response: {} })?.kind).toBe("other");
  });

  test("by its command, whatever the prompt is", () => {
    const expansion = { ...base, hook_event_name: "UserPromptExpansion", prompt: "hello" };
    for (const command_name of ["pdf", "/pdf", "mcp__skillwright__pdf"])
      expect(read("claude-code", { ...expansion, command_name })).toMatchObject({ skills: ["pdf"] });
  });
});

test("Cursor: the conversation is the session, and a session's id counts only without one", () => {
  const [{ payload = {} } = {}] = recorded.cursor;
  const ids = { conversation_id: "c", session_id: "s" };
  expect(read("cursor", { ...payload, ...ids })).toMatchObject({ session: "c" });
  expect(read("cursor", { ...payload, ...ids, conversation_id: undefined })).toMatchObject({ session: "s" });
});

test("Cursor: a read without a file is a problem, and one of another file loads nothing", () => {
  const before = recorded.cursor.find(({ payload }) => payload.tool_name === "Read")?.payload ?? {};
  for (const tool_input of [{}, { file_path: 7 }, { file_path: "/w/a", path: null }])
    expect(read("cursor", { ...before, tool_input })?.kind).toBe("problem");
  expect(read("cursor", { ...before, tool_input: { file_path: "/w/a" } })).not.toHaveProperty("loads");
});

test.each([
  ["patch", { patchText: "*** Begin Patch\n*** Add File: a\n*** End Patch" }, "Write"],
  ["apply_patch", { patch: "*** Begin Patch\n*** Add File: a\n*** End Patch" }, "Write"],
  ["read_file", {}, "read_file"],
  ["lsp", {}, "lsp"],
  ["own_tool", {}, "mcp_own_tool"],
])("opencode: %s with %j is %s", (tool_name, tool_input, tool) => {
  const [{ payload = {} } = {}] = recorded.opencode;
  const event = read("opencode", { ...payload, tool_name, tool_input });
  expect(event?.kind === "call" && event.uses.map((use) => use.tool)).toEqual([tool]);
});

test("Cursor: a SKILL.md is recognized in either field and in any spelling of its path", () => {
  const before = recorded.cursor.find(({ payload }) => payload.tool_name === "Read")?.payload ?? {};
  for (const tool_input of [
    { file_path: "/s/pdf/SKILL.md" },
    { path: "/s/pdf/SKILL.md", file_path: "/w/a" },
    { file_path: "file:///s/pdf/SKILL.md" },
    { file_path: "/s/pdf/SKILL.md/." },
    { file_path: "/s/x/../pdf/./SKILL.md" },
  ])
    expect(read("cursor", { ...before, tool_input })).toMatchObject({ loads: ["/s/pdf"] });
});

test("a patch with too many files is treated as every change it might make", () => {
  const many = Array.from({ length: 1001 }, (_, index) => `*** Add File: a${index}`).join("\n");
  const [{ payload = {} } = {}] = recorded.codex;
  const event = read("codex", { ...payload, tool_name: "apply_patch", tool_input: { command: many } });
  expect(event?.kind === "call" && event.uses.map(({ tool }) => tool)).toEqual([
    ...["Edit", "Write", "DeleteFile", "MoveFile"],
  ]);
});

import { calling, type Recorded } from "./test-payload.ts";

// Fields and values as in Copilot CLI 1.0.48 and 1.0.102, its hooks reference and VS Code's of 2026-06; ids and paths
// are made up.
const camel = { sessionId: "s1", timestamp: 1763276400000, cwd: "/home/u/p" };
const pascal = { session_id: "s1", timestamp: "2026-11-16T07:00:00.000Z", cwd: "/home/u/p" };
const vsCode = {
  ...{ timestamp: "2026-02-09T10:30:00.000Z", cwd: "/home/u/p", sessionId: "s1" },
  ...{ hookEventName: "PreToolUse", transcript_path: "/home/u/t.json", tool_use_id: "tool-123" },
};
const told = { session: "s1", cwd: "/home/u/p" };
const call = { ...told, event: "preToolUse" };
const named = { ...told, event: "PreToolUse" };

const subagent = {
  ...camel,
  sessionId: "s2",
  agentId: "s2",
  agentType: "general-purpose",
  parentAgentId: "s1",
};
const subCall = { session: "s2", parent: "s1", cwd: "/home/u/p" };

const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch";
const create = { path: "/home/u/p/a.ts", file_text: "x" };

export const copilotPayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: {
      ...camel,
      toolName: "bash",
      toolArgs: '{"command":"npm test","description":"t","mode":"sync"}',
    },
    event: { ...call, ...calling("bash", { command: "npm test", description: "t" }) },
  },
  {
    what: "a command with arguments as an object",
    payload: { ...camel, toolName: "bash", toolArgs: { command: "npm test" } },
    event: { ...call, ...calling("bash", { command: "npm test" }) },
  },
  {
    what: "a new file",
    payload: { ...camel, toolName: "create", toolArgs: JSON.stringify(create) },
    event: { ...call, ...calling("create", create) },
  },
  {
    what: "a patch",
    payload: { ...camel, toolName: "apply_patch", toolArgs: patch },
    event: { ...call, ...calling("Edit", { file_path: "a.ts" }) },
  },
  {
    what: "the skill tool",
    payload: { ...camel, toolName: "skill", toolArgs: '{"skill":"pdf-report"}' },
    event: { ...call, ...calling("skill", { skill: "pdf-report" }, { loads: ["pdf-report"] }) },
  },
  {
    what: "a tool of an MCP server",
    payload: { ...camel, toolName: "github-create_issue", toolArgs: '{"title":"x"}' },
    event: { ...call, ...calling("mcp__github__create_issue", { title: "x" }) },
  },
  {
    what: "a tool of an MCP server whose name has hyphens",
    payload: { ...camel, toolName: "github-mcp-server-create_issue", toolArgs: '{"title":"x"}' },
    event: { ...call, ...calling("mcp__github-mcp-server-create_issue", { title: "x" }) },
  },
  {
    what: "a tool of an MCP server whose name begins like VS Code's",
    payload: { ...camel, toolName: "mcp_srv-echo", toolArgs: "{}", toolResult: null, error: null },
    event: { ...call, ...calling("mcp__mcp_srv__echo", {}) },
  },
  {
    what: "our own server's load",
    payload: { ...camel, toolName: "skillwright-skills_load", toolArgs: '{"name":"pdf"}' },
    event: {
      ...call,
      ...calling("mcp__skillwright__skills_load", { name: "pdf" }, { loads: ["pdf"], loader: "own-server" }),
    },
  },
  {
    what: "what a tool answered",
    payload: { ...camel, toolName: "bash", toolArgs: "{}", toolResult: { resultType: "success" } },
    event: { ...told, event: "postToolUse", kind: "other" },
  },
  {
    what: "a prompt",
    payload: { ...camel, prompt: "/pdf in.csv" },
    event: { ...told, event: "userPromptSubmitted", kind: "prompt", skills: ["pdf"] },
  },
  {
    what: "a skill that the user called by its name",
    payload: {
      ...camel,
      prompt:
        'Use the skill tool to invoke the "pdf" skill, then follow the skill\'s instructions to help with: x',
    },
    event: { ...told, event: "userPromptSubmitted", kind: "prompt", skills: ["pdf"] },
  },
  {
    what: "a skill that the user called by its name on the screen, as recorded from 1.0.102",
    payload: {
      ...camel,
      prompt:
        'The user explicitly invoked the "/demo" skill. Follow its instructions now.\n\n<skill-context name="demo">\nBase directory for this skill: /home/u/p/.github/skills/demo\n\nRun git status.\n\n\nARGUMENTS: now\n</skill-context>',
    },
    event: {
      ...{ ...told, event: "userPromptSubmitted", kind: "prompt" },
      skills: ["demo", "/home/u/p/.github/skills/demo"],
    },
  },
  {
    what: "several skills with their texts",
    payload: {
      ...camel,
      prompt:
        'go\n<skill-context name="a">\nBase directory for this skill: /s/a b \n</skill-context>\n<skill-context name="b">\ntext\n</skill-context>',
    },
    event: {
      ...{ ...told, event: "userPromptSubmitted", kind: "prompt" },
      skills: ["/s/a b", "a", "b"],
    },
  },
  {
    what: "a file that is made, as recorded from 1.0.102",
    payload: { ...camel, toolName: "create", toolArgs: create },
    event: { ...call, ...calling("create", create) },
  },
  {
    what: "the skill tool, as recorded from 1.0.102",
    payload: { ...camel, toolName: "skill", toolArgs: { skill: "demo" } },
    event: { ...call, ...calling("skill", { skill: "demo" }, { loads: ["demo"] }) },
  },
  {
    what: "a sub-agent's call, as recorded from 1.0.102",
    payload: { ...subagent, toolName: "bash", toolArgs: { command: "npm test" } },
    event: { ...subCall, event: "preToolUse", ...calling("bash", { command: "npm test" }) },
  },
  {
    what: "a sub-agent's task, which ends no turn of the user's, as recorded from 1.0.102",
    payload: { ...subagent, prompt: "/pdf in.csv" },
    event: { ...subCall, event: "userPromptSubmitted", kind: "load", skills: ["pdf"] },
  },
  {
    what: "the end of a sub-agent",
    payload: { ...subagent, reason: "complete" },
    event: { ...subCall, event: "sessionEnd", kind: "other" },
  },
  {
    what: "the end of a session",
    payload: { ...camel, reason: "complete" },
    event: { ...told, event: "sessionEnd", kind: "session-end" },
  },
  {
    what: "the end of a session in Claude Code's form, as recorded from 1.0.102",
    payload: { ...pascal, hook_event_name: "SessionEnd", reason: "complete" },
    event: { ...told, event: "SessionEnd", kind: "session-end" },
  },
  {
    what: "what a tool answered in Claude Code's form",
    payload: { ...pascal, hook_event_name: "PostToolUse", tool_name: "skill", tool_input: { skill: "demo" } },
    event: { ...told, event: "PostToolUse", kind: "other" },
  },
  {
    what: "the end of a turn",
    payload: { ...camel, transcriptPath: "/t", stopReason: "end_turn", stop_hook_active: false },
    event: { ...told, event: "agentStop", kind: "other" },
  },
  {
    what: "a command in Claude Code's form",
    payload: {
      ...pascal,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "npm test" },
    },
    event: { ...named, ...calling("Bash", { command: "npm test" }) },
  },
  {
    what: "a patch in Claude Code's form",
    payload: { ...pascal, hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: patch },
    event: { ...named, ...calling("Edit", { file_path: "a.ts" }) },
  },
  {
    what: "a prompt in Claude Code's form",
    payload: { ...pascal, hook_event_name: "UserPromptSubmit", prompt: "hello" },
    event: { ...told, event: "UserPromptSubmit", kind: "prompt", skills: [] },
  },
  {
    what: "an edit in VS Code",
    payload: { ...vsCode, tool_name: "editFiles", tool_input: { files: ["src/main.ts"] } },
    event: { ...named, ...calling("editFiles", { files: ["src/main.ts"] }, { call: "tool-123" }) },
  },
  {
    what: "a tool of an MCP server in VS Code",
    payload: { ...vsCode, tool_name: "mcp_my-srv_echo", tool_input: { text: "x" } },
    event: { ...named, ...calling("mcp_my-srv_echo", { text: "x" }, { call: "tool-123" }) },
  },
  {
    what: "a skill that is read in VS Code",
    payload: {
      ...vsCode,
      tool_name: "read_file",
      tool_input: { filePath: "/home/u/p/.github/skills/pdf/SKILL.md" },
    },
    event: {
      ...named,
      ...calling(
        "read_file",
        { filePath: "/home/u/p/.github/skills/pdf/SKILL.md" },
        { call: "tool-123", loads: ["/home/u/p/.github/skills/pdf"] },
      ),
    },
  },
];

import { calling, type Recorded } from "./test-payload.ts";

// Fields and values as in Cursor's SDK 1.0.32 and its hooks reference; ids and paths are made up.
const base = {
  conversation_id: "c1",
  generation_id: "g1",
  model: "claude-sonnet-5",
  session_id: "c1",
  cursor_version: "2.4.1",
  workspace_roots: ["/home/u/p"],
  user_email: null,
  transcript_path: null,
};
const before = { ...base, hook_event_name: "preToolUse" };
const told = { session: "c1", cwd: "/home/u/p" };
const call = { ...told, event: "preToolUse" };

const shell = { command: "npm test", cwd: "/home/u/p", timeout: 30000 };
const file = { file_path: "/home/u/p/a.ts", content: "x" };
const skill = { file_path: "/home/u/p/.cursor/skills/pdf/SKILL.md" };

export const cursorPayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: { ...before, tool_name: "Shell", tool_input: shell, tool_use_id: "t1" },
    event: { ...call, ...calling("Shell", shell, { call: "t1" }) },
  },
  {
    what: "a command with its folder beside it",
    payload: {
      ...before,
      tool_name: "Shell",
      tool_input: { command: "cat x/SKILL.md" },
      cwd: "/home/u/p/sub",
    },
    event: {
      ...call,
      ...calling(
        "Shell",
        { command: "cat x/SKILL.md", cwd: "/home/u/p/sub" },
        { loads: ["/home/u/p/sub/x", "x"] },
      ),
    },
  },
  {
    what: "an edit",
    payload: { ...before, tool_name: "Write", tool_input: file, tool_use_id: "t2" },
    event: { ...call, ...calling("Write", file, { call: "t2" }) },
  },
  {
    what: "a skill that is read",
    payload: { ...before, tool_name: "Read", tool_input: skill },
    event: { ...call, ...calling("Read", skill, { loads: ["/home/u/p/.cursor/skills/pdf"] }) },
  },
  {
    what: "a tool of an MCP server that is not told",
    payload: { ...before, tool_name: "MCP:create_issue", tool_input: { title: "x" } },
    event: { ...call, ...calling("mcp__*__create_issue", { title: "x" }) },
  },
  {
    what: "a load that may be our own server's",
    payload: { ...before, tool_name: "MCP:skills_load", tool_input: { name: "pdf" } },
    event: {
      ...call,
      ...calling("mcp__*__skills_load", { name: "pdf" }, { loads: ["pdf"], loader: "own-server" }),
    },
  },
  {
    what: "a way out that may be another server's",
    payload: { ...before, tool_name: "MCP:skills_deactivate", tool_input: {} },
    event: { ...call, ...calling("mcp__*__skills_deactivate", {}) },
  },
  {
    what: "a command before it is run",
    payload: {
      ...base,
      hook_event_name: "beforeShellExecution",
      command: "npm test",
      cwd: "",
      sandbox: false,
    },
    event: { ...told, event: "beforeShellExecution", ...calling("Shell", { command: "npm test" }) },
  },
  {
    what: "a tool of an MCP server before it is run",
    payload: {
      ...{ ...base, hook_event_name: "beforeMCPExecution", tool_name: "create_issue" },
      ...{ tool_input: '{"title":"x"}', mcp_server_name: "github", command: "npx github" },
    },
    event: { ...told, event: "beforeMCPExecution", ...calling("mcp__github__create_issue", { title: "x" }) },
  },
  {
    what: "our own server's way out before it is run",
    payload: {
      ...{ ...base, hook_event_name: "beforeMCPExecution", tool_name: "skills_deactivate" },
      ...{ tool_input: "{}", mcp_server_name: "skillwright" },
    },
    event: {
      ...{ ...told, event: "beforeMCPExecution" },
      ...calling("mcp__skillwright__skills_deactivate", {}, { leaves: "" }),
    },
  },
  {
    what: "a file before the model sees it",
    payload: { ...base, hook_event_name: "beforeReadFile", ...skill, content: "…", attachments: [] },
    event: {
      ...{ ...told, event: "beforeReadFile" },
      ...calling("Read", skill, { loads: ["/home/u/p/.cursor/skills/pdf"] }),
    },
  },
  {
    what: "a sub-agent before it starts",
    payload: {
      ...base,
      hook_event_name: "subagentStart",
      subagent_id: "s1",
      subagent_type: "explore",
      task: "look",
    },
    event: {
      ...told,
      event: "subagentStart",
      ...calling("Task", { subagent_type: "explore", task: "look" }),
    },
  },
  {
    what: "a prompt",
    payload: {
      ...{ ...base, hook_event_name: "beforeSubmitPrompt", prompt: "use /pdf on /tmp/x, please" },
      attachments: [
        { type: "file", ...skill },
        { type: "rule", file_path: "/home/u/p/.cursor/rules/a.md" },
      ],
    },
    event: {
      ...{ ...told, event: "beforeSubmitPrompt", kind: "prompt" },
      skills: ["pdf", "/home/u/p/.cursor/skills/pdf"],
    },
  },
  {
    what: "a call without an open folder",
    payload: { ...before, workspace_roots: [], tool_name: "Write", tool_input: file },
    event: { ...call, cwd: "/", ...calling("Write", file) },
  },
  {
    what: "the end of a session",
    payload: { ...base, hook_event_name: "sessionEnd", reason: "user_close", duration_ms: 5 },
    event: { ...told, event: "sessionEnd", kind: "session-end" },
  },
  {
    what: "the end of a turn",
    payload: { ...base, hook_event_name: "stop", status: "completed", loop_count: 0 },
    event: { ...told, event: "stop", kind: "other" },
  },
];

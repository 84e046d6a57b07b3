import { calling, type Recorded } from "./test-payload.ts";

// Fields and values as in Claude Code 2.1.325 and its hooks reference, some recorded from it (marked); ids and paths
// are made up.
const base = {
  session_id: "abc123",
  prompt_id: "550e8400-e29b-41d4-a716-446655440000",
  transcript_path: "/home/u/.claude/projects/-home-u-p/abc123.jsonl",
  cwd: "/home/u/p",
  permission_mode: "default",
};
const before = { ...base, hook_event_name: "PreToolUse" };
const told = { session: "abc123", cwd: "/home/u/p" };
const call = { ...told, event: "PreToolUse" };

const bash = { command: "npm test", description: "Run tests", timeout: 120000, run_in_background: false };
const edit = { file_path: "/home/u/p/a.ts", old_string: "a", new_string: "b", replace_all: false };

/** As recorded from 2.1.325. */
const real = { ...base, permission_mode: "bypassPermissions", effort: { level: "medium" } };
const after = { ...real, hook_event_name: "PostToolUse", tool_use_id: "toolu_1_0", duration_ms: 9 };

export const claudeCodePayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: { ...before, tool_name: "Bash", tool_input: bash, tool_use_id: "toolu_01ABC" },
    event: { ...call, ...calling("Bash", bash, { call: "toolu_01ABC" }) },
  },
  {
    what: "an edit",
    payload: { ...before, tool_name: "Edit", tool_input: edit, tool_use_id: "toolu_02" },
    event: { ...call, ...calling("Edit", edit, { call: "toolu_02" }) },
  },
  {
    what: "a call of a sub-agent",
    payload: {
      ...before,
      ...{ agent_id: "a4d2c8f1", agent_type: "Explore", tool_name: "Grep", tool_input: { pattern: "TODO" } },
    },
    event: { ...call, ...calling("Grep", { pattern: "TODO" }) },
  },
  {
    what: "a tool of an MCP server",
    payload: {
      ...before,
      ...{ tool_name: "mcp__github__create_issue", tool_input: { title: "x" }, tool_use_id: "toolu_04" },
      mcp_server: { name: "github", source: "project" },
    },
    event: { ...call, ...calling("mcp__github__create_issue", { title: "x" }, { call: "toolu_04" }) },
  },
  {
    what: "the skill tool",
    payload: { ...before, tool_name: "Skill", tool_input: { skill: "pdf-report", args: "in.csv" } },
    event: {
      ...call,
      ...calling("Skill", { skill: "pdf-report", args: "in.csv" }, { loads: ["pdf-report"] }),
    },
  },
  {
    what: "the skill tool on a plugin's skill",
    payload: { ...before, tool_name: "Skill", tool_input: { skill: "office:pdf" } },
    event: { ...call, ...calling("Skill", { skill: "office:pdf" }, { loads: ["office:pdf"] }) },
  },
  {
    what: "our own server's load",
    payload: { ...before, tool_name: "mcp__skillwright__skills_load", tool_input: { name: "pdf" } },
    event: {
      ...call,
      ...calling("mcp__skillwright__skills_load", { name: "pdf" }, { loads: ["pdf"], loader: "own-server" }),
    },
  },
  {
    what: "our own server's way out",
    payload: { ...before, tool_name: "mcp__skillwright__skills_deactivate", tool_input: {} },
    event: { ...call, ...calling("mcp__skillwright__skills_deactivate", {}, { leaves: "" }) },
  },
  {
    what: "a prompt",
    payload: { ...base, hook_event_name: "UserPromptSubmit", prompt: "please fix /tmp/x" },
    event: { ...told, event: "UserPromptSubmit", kind: "prompt", skills: [] },
  },
  {
    what: "a prompt with stacked skills",
    payload: {
      ...base,
      hook_event_name: "UserPromptSubmit",
      prompt: "/pdf /office:csv in.csv",
      source: "user",
    },
    event: { ...told, event: "UserPromptSubmit", kind: "prompt", skills: ["pdf", "office:csv"] },
  },
  {
    what: "a wake-up that a model has arranged",
    payload: {
      ...base,
      hook_event_name: "UserPromptSubmit",
      prompt: "/pdf go on",
      source: "schedule_wakeup",
    },
    event: { ...told, event: "UserPromptSubmit", kind: "load", skills: ["pdf"] },
  },
  {
    what: "a skill that the user called by its name",
    payload: {
      ...{ ...base, hook_event_name: "UserPromptExpansion", expansion_type: "slash_command" },
      ...{ command_name: "example-skill", command_args: "arg1 arg2", command_source: "plugin" },
      prompt: "/example-skill arg1 arg2",
    },
    event: { ...told, event: "UserPromptExpansion", kind: "load", skills: ["example-skill"] },
  },
  {
    what: "a prompt of our own server",
    payload: {
      ...{ ...base, hook_event_name: "UserPromptExpansion", expansion_type: "mcp_prompt" },
      ...{ command_name: "mcp__skillwright__pdf", command_args: "", prompt: "/mcp__skillwright__pdf" },
    },
    event: { ...told, event: "UserPromptExpansion", kind: "load", skills: ["pdf"] },
  },
  {
    what: "the end of a session",
    // As recorded: without a mode.
    payload: { ...base, permission_mode: undefined, hook_event_name: "SessionEnd", reason: "other" },
    event: { ...told, event: "SessionEnd", kind: "session-end" },
    isShared: true,
  },
  {
    what: "the end of a turn",
    payload: { ...base, hook_event_name: "Stop", stop_hook_active: false },
    event: { ...told, event: "Stop", kind: "other" },
    isShared: true,
  },
  {
    what: "a skill that it has loaded, as recorded",
    payload: {
      ...{ ...after, tool_name: "Skill", tool_input: { skill: "demo" } },
      tool_response: { success: true, commandName: "demo", allowedTools: ["Read", "Bash(git status:*)"] },
    },
    event: {
      ...{ ...told, event: "PostToolUse", kind: "loaded", skill: "demo" },
      tools: ["Read", "Bash(git status:*)"],
    },
  },
  {
    what: "a skill that it has loaded without a list",
    payload: {
      ...{ ...after, tool_name: "Skill", tool_input: { skill: "plug:free" } },
      tool_response: { success: true, commandName: "plug:free" },
    },
    event: { ...told, event: "PostToolUse", kind: "loaded", skill: "plug:free" },
  },
  {
    what: "a skill with an unreadable list",
    payload: {
      ...{ ...after, tool_name: "Skill", tool_input: { skill: "demo" } },
      tool_response: { success: true, commandName: "demo", allowedTools: [{ tool: "Read" }] },
    },
    event: { ...told, event: "PostToolUse", kind: "loaded", skill: "demo", tools: [] },
  },
  {
    what: "a skill that ran in a fork, as recorded",
    payload: {
      ...{ ...after, tool_name: "Skill", tool_input: { skill: "forked" } },
      tool_response: {
        ...{ success: true, commandName: "forked", status: "forked", agentId: "ad41cf0e", result: "done" },
      },
    },
    event: { ...told, event: "PostToolUse", kind: "other" },
  },
  {
    what: "what another tool answered",
    payload: { ...after, tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { stdout: "a" } },
    event: { ...told, event: "PostToolUse", kind: "other" },
  },
  {
    what: "a search for tools, as recorded",
    payload: {
      ...{ ...real, hook_event_name: "PreToolUse", tool_name: "ToolSearch", tool_use_id: "toolu_1_0" },
      tool_input: { query: "select:WebFetch", max_results: 9 },
    },
    event: {
      ...call,
      ...calling("ToolSearch", { query: "select:WebFetch", max_results: 9 }, { call: "toolu_1_0" }),
    },
  },
];

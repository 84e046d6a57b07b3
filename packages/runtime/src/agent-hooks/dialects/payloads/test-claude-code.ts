import { calling, type Recorded } from "./test-payload.ts";

// Fields and values as in Claude Code 2.1.325 and its hooks reference; ids and paths are made up.
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
    event: { ...call, ...calling("mcp__skillwright__skills_load", { name: "pdf" }, { loads: ["pdf"] }) },
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
    payload: { ...base, hook_event_name: "SessionEnd", reason: "logout" },
    event: { ...told, event: "SessionEnd", kind: "session-end" },
    isShared: true,
  },
  {
    what: "the end of a turn",
    payload: { ...base, hook_event_name: "Stop", stop_hook_active: false },
    event: { ...told, event: "Stop", kind: "other" },
    isShared: true,
  },
];

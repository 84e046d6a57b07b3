import { calling, type Recorded } from "./test-payload.ts";

// As Qwen Code 0.24.4 wrote them to a hook; ids and paths are made up.
const base = {
  session_id: "da7ac599",
  transcript_path: "/home/u/.qwen/projects/-home-u-proj/chats/da7ac599.jsonl",
  cwd: "/home/u/proj",
  timestamp: "2026-11-18T04:09:11.547Z",
  permission_mode: "yolo",
};
const turn = { ...base, prompt_id: "da7ac599########0" };
const ids = { tool_use_id: "toolu_1", tool_call_id: "call_1" };
const before = { ...turn, ...ids, hook_event_name: "PreToolUse" };
const told = { session: "da7ac599", cwd: "/home/u/proj" };
const call = { ...told, event: "PreToolUse" };
const about = { call: "toolu_1" };

const shell = { command: "npm test", description: "run tests" };
const edit = { file_path: "/home/u/proj/a.txt", old_string: "x", new_string: "y" };
const expanded =
  "Base directory for this skill: /home/u/proj/.qwen/skills/demo\nImportant: ALWAYS resolve paths.\n\nSay hi.\n";

export const qwenCodePayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: { ...before, tool_name: "run_shell_command", tool_input: shell },
    event: { ...call, ...calling("run_shell_command", shell, about) },
  },
  {
    what: "an edit",
    payload: { ...before, tool_name: "edit", tool_input: edit },
    event: { ...call, ...calling("edit", edit, about) },
  },
  {
    what: "the skill tool",
    payload: { ...before, tool_name: "skill", tool_input: { skill: "demo" } },
    event: { ...call, ...calling("skill", { skill: "demo" }, { ...about, loads: ["demo"] }) },
  },
  {
    what: "a command of a sub-agent",
    payload: {
      ...{ ...before, tool_name: "run_shell_command", tool_input: shell },
      agent_id: "general-purpose-call_2_0",
    },
    event: { ...call, ...calling("run_shell_command", shell, about) },
  },
  {
    what: "a tool of an MCP server",
    payload: { ...before, tool_name: "mcp__github__create_issue", tool_input: { title: "x" } },
    event: { ...call, ...calling("mcp__github__create_issue", { title: "x" }, about) },
  },
  {
    what: "our own server's load",
    payload: { ...before, tool_name: "mcp__skillwright__skills_load", tool_input: { name: "pdf" } },
    event: {
      ...call,
      ...calling(
        "mcp__skillwright__skills_load",
        { name: "pdf" },
        { ...about, loads: ["pdf"], loader: "own-server" },
      ),
    },
  },
  {
    what: "our own server's way out",
    payload: { ...before, tool_name: "mcp__skillwright__skills_deactivate", tool_input: { name: "pdf" } },
    event: {
      ...call,
      ...calling("mcp__skillwright__skills_deactivate", { name: "pdf" }, { ...about, leaves: "pdf" }),
    },
  },
  {
    what: "a prompt",
    payload: { ...turn, hook_event_name: "UserPromptSubmit", prompt: "do it", submitted_prompt: "do it" },
    event: { ...told, event: "UserPromptSubmit", kind: "prompt", skills: [] },
  },
  {
    what: "the results of calls, which end no turn",
    payload: { ...turn, hook_event_name: "UserPromptSubmit", prompt: "" },
    event: { ...told, event: "UserPromptSubmit", kind: "load", skills: [] },
  },
  {
    what: "a skill that the user calls by its name",
    payload: {
      ...{ ...turn, hook_event_name: "UserPromptExpansion", prompt: expanded },
      ...{ command_name: "demo", command_args: "now" },
    },
    event: {
      ...{ ...told, event: "UserPromptExpansion", kind: "load" },
      skills: ["demo", "/home/u/proj/.qwen/skills/demo"],
    },
  },
  {
    what: "the prompt of a skill that the user calls by its name",
    payload: {
      ...{ ...turn, hook_event_name: "UserPromptSubmit", prompt: expanded },
      submitted_prompt: "/demo now",
    },
    event: {
      ...{ ...told, event: "UserPromptSubmit", kind: "prompt" },
      skills: ["demo", "/home/u/proj/.qwen/skills/demo"],
    },
  },
  {
    what: "several skills in one message",
    payload: {
      ...{ ...turn, hook_event_name: "UserPromptExpansion", prompt: "x" },
      ...{ command_name: "one two", command_args: "" },
    },
    event: { ...told, event: "UserPromptExpansion", kind: "load", skills: ["one", "two"] },
  },
  {
    what: "what a tool answered",
    payload: { ...turn, ...ids, hook_event_name: "PostToolUse", tool_name: "edit", tool_input: edit },
    event: { ...told, event: "PostToolUse", kind: "other" },
  },
  {
    what: "the end of a session",
    payload: { ...base, hook_event_name: "SessionEnd", reason: "prompt_input_exit" },
    event: { ...told, event: "SessionEnd", kind: "session-end" },
    isShared: true,
  },
];

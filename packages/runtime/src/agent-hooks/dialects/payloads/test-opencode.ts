import { calling, type Recorded } from "./test-payload.ts";

// As our plugin writes them for opencode 1.18.33; ids and paths are made up.
const base = {
  opencode_plugin: 1,
  session_id: "ses_e131fed3dffe",
  is_subagent: false,
  cwd: "/home/u/proj",
};
const before = { ...base, hook_event_name: "tool.execute.before", tool_use_id: "call_1_0" };
const served = { ...before, mcp_servers: ["github", "skillwright"] };
const told = { session: "ses_e131fed3dffe", cwd: "/home/u/proj" };
const call = { ...told, event: "tool.execute.before" };
const about = { call: "call_1_0" };
const message = { ...base, hook_event_name: "chat.message", is_synthetic: false };

const shell = { command: "npm test", workdir: "/home/u/proj" };
const edit = { filePath: "/home/u/proj/a.txt", oldString: "x", newString: "y" };
const patchText = "*** Begin Patch\n*** Update File: src/a.txt\n@@\n-x\n+y\n*** End Patch\n";
const skillText =
  "Say hi.\n\n\nBase directory for this skill: /home/u/proj/.opencode/skills/demo\nRelative paths";

export const opencodePayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: { ...before, tool_name: "bash", tool_input: shell },
    event: { ...call, ...calling("bash", shell, about) },
  },
  {
    what: "an edit",
    payload: { ...before, tool_name: "edit", tool_input: edit },
    event: { ...call, ...calling("edit", edit, about) },
  },
  {
    what: "a patch",
    payload: { ...before, tool_name: "apply_patch", tool_input: { patchText } },
    event: { ...call, ...calling("Edit", { file_path: "src/a.txt" }, about) },
  },
  {
    what: "the skill tool",
    payload: { ...before, tool_name: "skill", tool_input: { name: "demo" } },
    event: { ...call, ...calling("skill", { name: "demo" }, { ...about, loads: ["demo"] }) },
  },
  {
    what: "a command of a sub-agent",
    payload: { ...before, is_subagent: true, tool_name: "bash", tool_input: shell },
    event: { ...call, ...calling("bash", shell, about) },
  },
  {
    what: "a tool of an MCP server",
    payload: { ...served, tool_name: "github_create_issue", tool_input: { title: "x" } },
    event: { ...call, ...calling("mcp__github__create_issue", { title: "x" }, about) },
  },
  {
    what: "a tool that may be of one of two MCP servers",
    payload: {
      ...{ ...before, tool_name: "my_under_echo", tool_input: { text: "x" } },
      mcp_servers: ["my", "my.under"],
    },
    event: { ...call, ...calling("mcp_my_under_echo", { text: "x" }, about) },
  },
  {
    what: "a tool of an MCP server that is not told",
    payload: { ...before, tool_name: "my_under_echo", tool_input: { text: "x" } },
    event: { ...call, ...calling("mcp_my_under_echo", { text: "x" }, about) },
  },
  {
    what: "our own server's load",
    payload: { ...served, tool_name: "skillwright_skills_load", tool_input: { name: "pdf" } },
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
    payload: { ...served, tool_name: "skillwright_skills_deactivate", tool_input: {} },
    event: { ...call, ...calling("mcp__skillwright__skills_deactivate", {}, { ...about, leaves: "" }) },
  },
  {
    what: "a prompt",
    payload: { ...message, prompt: "/demo it" },
    event: { ...told, event: "chat.message", kind: "prompt", skills: ["demo"] },
  },
  {
    what: "a skill that the user calls by its name",
    payload: { ...message, prompt: skillText },
    event: {
      ...{ ...told, event: "chat.message", kind: "prompt" },
      skills: ["/home/u/proj/.opencode/skills/demo"],
    },
  },
  {
    what: "a skill that the user calls by the prompt of our own server",
    payload: { ...message, prompt: '<skill_content name="demo">\nSay hi.\n</skill_content>' },
    event: { ...told, event: "chat.message", kind: "prompt", skills: [], served: ["demo"] },
  },
  {
    what: "the task of a sub-agent, which ends no turn",
    payload: { ...message, is_subagent: true, prompt: "do it" },
    event: { ...told, event: "chat.message", kind: "load", skills: [] },
  },
  {
    what: "a message that opencode makes itself, which ends no turn",
    payload: { ...message, is_synthetic: true, prompt: "Continue" },
    event: { ...told, event: "chat.message", kind: "load", skills: [] },
  },
  {
    what: "the end of a session",
    payload: { ...base, hook_event_name: "session.deleted" },
    event: { ...told, event: "session.deleted", kind: "session-end" },
  },
];

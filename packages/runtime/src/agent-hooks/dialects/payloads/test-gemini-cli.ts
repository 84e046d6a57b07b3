import { calling, type Recorded } from "./test-payload.ts";

// As Gemini CLI 0.61.0 wrote them to a hook; ids and paths are made up.
const base = {
  session_id: "808e528d",
  transcript_path: "/home/u/.gemini/tmp/proj/chats/session-808e528d.jsonl",
  cwd: "/home/u/proj",
  timestamp: "2026-11-16T07:09:47.652Z",
};
const before = { ...base, hook_event_name: "BeforeTool" };
const told = { session: "808e528d", cwd: "/home/u/proj" };
const call = { ...told, event: "BeforeTool" };

const shell = { command: "npm test", description: "run tests", dir_path: "." };
const replace = { file_path: "a.txt", old_string: "x", new_string: "y", instruction: "i" };
const echo = { server_name: "my-srv", tool_name: "echo", command: "node", args: ["server.js"] };

/** As recorded from 0.61.0: the text of an MCP server's prompt is quoted. */
const servedPrompt = JSON.stringify(
  'The "demo" skill is loading\n\n<skill_content name="demo">\nRun git status.\n</skill_content>',
);

export const geminiCliPayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: { ...before, tool_name: "run_shell_command", tool_input: shell },
    event: { ...call, ...calling("run_shell_command", shell) },
  },
  {
    what: "an edit",
    payload: { ...before, tool_name: "replace", tool_input: replace },
    event: { ...call, ...calling("replace", replace) },
  },
  {
    what: "the skill tool",
    payload: { ...before, tool_name: "activate_skill", tool_input: { name: "demo" } },
    event: { ...call, ...calling("activate_skill", { name: "demo" }, { loads: ["demo"] }) },
  },
  {
    what: "a tool of an MCP server",
    payload: { ...before, tool_name: "mcp_my-srv_echo", tool_input: { text: "x" }, mcp_context: echo },
    event: { ...call, ...calling("mcp__my-srv__echo", { text: "x" }) },
  },
  {
    what: "a tool of an MCP server that is not told",
    payload: { ...before, tool_name: "mcp_my_under_echo", tool_input: { text: "x" } },
    event: { ...call, ...calling("mcp_my_under_echo", { text: "x" }) },
  },
  {
    what: "our own server's way out",
    payload: {
      ...{ ...before, tool_name: "mcp_skillwright_skills_deactivate", tool_input: { name: "pdf" } },
      mcp_context: { server_name: "skillwright", tool_name: "skills_deactivate", command: "skillwright" },
    },
    event: { ...call, ...calling("mcp__skillwright__skills_deactivate", { name: "pdf" }, { leaves: "pdf" }) },
  },
  {
    what: "a prompt",
    payload: { ...base, hook_event_name: "BeforeAgent", prompt: "/demo some args" },
    event: { ...told, event: "BeforeAgent", kind: "load", skills: ["demo"] },
  },
  {
    what: "a prompt of our own server, which took the command /demo",
    payload: {
      ...{ ...base, hook_event_name: "BeforeAgent" },
      prompt: servedPrompt,
    },
    event: { ...told, event: "BeforeAgent", kind: "load", skills: [], served: ["demo"] },
  },
  {
    what: "the end of a turn that began with a prompt of our own server",
    payload: { ...base, hook_event_name: "AfterAgent", prompt: servedPrompt, prompt_response: "done" },
    event: { ...told, event: "AfterAgent", kind: "prompt", skills: [] },
  },
  {
    what: "a prompt after a skill that was called by its name, which came as a call",
    payload: { ...base, hook_event_name: "BeforeAgent", prompt: "now" },
    event: { ...told, event: "BeforeAgent", kind: "load", skills: [] },
  },
  {
    what: "the end of a turn that the user has stopped",
    payload: {
      ...{ ...base, hook_event_name: "AfterAgent", prompt: "now" },
      ...{ prompt_response: "[no response text]", stop_hook_active: false },
    },
    event: { ...told, event: "AfterAgent", kind: "prompt", skills: [] },
  },
  {
    what: "our own server's load",
    payload: {
      ...{ ...before, tool_name: "mcp_skillwright_skills_load", tool_input: { name: "filer" } },
      mcp_context: {
        ...{ server_name: "skillwright", tool_name: "skills_load", command: "/usr/bin/node" },
        args: ["/opt/skillwright.mjs", "mcp", "--gateway", "/home/u/gateway.json"],
      },
    },
    event: {
      ...call,
      ...calling(
        "mcp__skillwright__skills_load",
        { name: "filer" },
        { loads: ["filer"], loader: "own-server" },
      ),
    },
  },
  {
    what: "the end of a turn",
    payload: {
      ...{ ...base, hook_event_name: "AfterAgent", prompt: "/demo some args" },
      ...{ prompt_response: "done", stop_hook_active: false },
    },
    event: { ...told, event: "AfterAgent", kind: "prompt", skills: [] },
  },
  {
    what: "what a tool answered",
    payload: {
      ...base,
      hook_event_name: "AfterTool",
      tool_name: "replace",
      tool_input: replace,
      tool_response: {},
    },
    event: { ...told, event: "AfterTool", kind: "other" },
  },
  {
    what: "the end of a session",
    payload: { ...base, hook_event_name: "SessionEnd", reason: "exit" },
    event: { ...told, event: "SessionEnd", kind: "session-end" },
    isShared: true,
  },
];

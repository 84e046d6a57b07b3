import { calling, type Recorded } from "./test-payload.ts";

// As Codex 0.166.0 wrote them to a hook; ids and paths are made up.
const base = {
  session_id: "01a1e32d-e902",
  turn_id: "01a1e32d-e926",
  transcript_path: "/home/u/.codex/sessions/2026/11/16/rollout-01a1e32d.jsonl",
  cwd: "/home/u/proj",
  model: "gpt-5.5",
  permission_mode: "default",
};
const before = { ...base, hook_event_name: "PreToolUse" };
const told = { session: "01a1e32d-e902", cwd: "/home/u/proj" };
const call = { ...told, event: "PreToolUse" };

const added = "*** Begin Patch\n*** Add File: a.txt\n+hello\n*** End Patch\n";
const mixed = [
  ...["*** Begin Patch", "*** Update File: src/a.ts", "*** Move to: src/b.ts", "@@", "-x", "+y"],
  ...["*** Delete File: old.txt", "*** End Patch", ""],
].join("\n");
const reading = { command: "sed -n 1,20p .agents/skills/demo/SKILL.md" };
const inShell = {
  command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF\n",
};

export const codexPayloads: readonly Recorded[] = [
  {
    what: "a command",
    payload: { ...before, tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "call_1" },
    event: { ...call, ...calling("Bash", { command: "npm test" }, { call: "call_1" }) },
  },
  {
    what: "a command that reads a skill",
    payload: { ...before, tool_name: "Bash", tool_input: reading, tool_use_id: "call_1" },
    event: {
      ...call,
      ...calling("Bash", reading, { call: "call_1", loads: ["/home/u/proj/.agents/skills/demo", "demo"] }),
    },
  },
  {
    what: "a command that reads a skill from its code mode",
    payload: { ...before, tool_name: "Bash", tool_input: reading, tool_use_id: "exec-f5074e38-abca-4a9c" },
    event: {
      ...call,
      ...calling("Bash", reading, {
        call: "exec-f5074e38-abca-4a9c",
        loads: ["/home/u/proj/.agents/skills/demo", "demo"],
      }),
    },
  },
  {
    what: "a patch with a new file",
    payload: { ...before, tool_name: "apply_patch", tool_input: { command: added }, tool_use_id: "call_2" },
    event: { ...call, ...calling("Write", { file_path: "a.txt" }, { call: "call_2" }) },
  },
  {
    what: "a patch that changes, moves and deletes",
    payload: { ...before, tool_name: "apply_patch", tool_input: { command: mixed }, tool_use_id: "call_2" },
    event: {
      ...call,
      kind: "call",
      uses: [
        { tool: "Edit", input: { file_path: "src/a.ts" } },
        { tool: "MoveFile", input: { source: "src/a.ts", destination: "src/b.ts" } },
        { tool: "DeleteFile", input: { file_path: "old.txt" } },
      ],
      call: "call_2",
    },
  },
  {
    what: "a patch in a command",
    payload: { ...before, tool_name: "Bash", tool_input: inShell, tool_use_id: "call_3" },
    event: {
      ...call,
      kind: "call",
      uses: [
        { tool: "Bash", input: inShell },
        ...["Edit", "Write", "DeleteFile", "MoveFile"].map((tool) => ({
          tool,
          input: { unreadable_patch: null },
        })),
      ],
      call: "call_3",
    },
  },
  {
    what: "a tool of the MCP server my-srv",
    payload: { ...before, tool_name: "mcp__my_srv__echo", tool_input: { text: "x" }, tool_use_id: "call_5" },
    event: { ...call, ...calling("mcp__my_srv__echo", { text: "x" }, { call: "call_5" }) },
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
    what: "a skill's instructions from our own server, without loading it there",
    payload: {
      ...{ ...before, tool_name: "mcp__skillwright__skills_read_file" },
      tool_input: { name: "pdf", path: "./SKILL.md" },
    },
    event: {
      ...call,
      ...calling(
        "mcp__skillwright__skills_read_file",
        { name: "pdf", path: "./SKILL.md" },
        { loads: ["pdf"], loader: "server" },
      ),
    },
  },
  {
    what: "another file of a skill from our own server",
    payload: {
      ...{ ...before, tool_name: "mcp__skillwright__skills_read_file" },
      tool_input: { name: "pdf", path: "reference.md" },
    },
    event: {
      ...call,
      ...calling("mcp__skillwright__skills_read_file", { name: "pdf", path: "reference.md" }),
    },
  },
  {
    what: "a skill's instructions as a resource",
    payload: {
      ...{ ...before, tool_name: "read_mcp_resource" },
      tool_input: { server: "skillwright", uri: "skill://acme%3Apdf/pdf/SKILL.md" },
    },
    event: {
      ...call,
      ...calling(
        "read_mcp_resource",
        { server: "skillwright", uri: "skill://acme%3Apdf/pdf/SKILL.md" },
        { loads: ["acme:pdf"], loader: "server" },
      ),
    },
  },
  {
    what: "a picture",
    payload: {
      ...before,
      tool_name: "view_image",
      tool_input: { path: "/tmp/x.png" },
      tool_use_id: "call_9",
    },
    event: { ...call, ...calling("view_image", { path: "/tmp/x.png" }, { call: "call_9" }) },
  },
  {
    what: "a prompt that mentions a skill",
    payload: { ...base, hook_event_name: "UserPromptSubmit", prompt: "use $demo please" },
    event: { ...told, event: "UserPromptSubmit", kind: "prompt", skills: ["demo"] },
  },
  {
    what: "the task of a sub-agent",
    payload: {
      ...{ ...base, hook_event_name: "UserPromptSubmit", prompt: "use $demo please" },
      ...{ agent_id: "01a1e32f-8120", agent_type: "default" },
    },
    event: { ...told, event: "UserPromptSubmit", kind: "load", skills: ["demo"] },
  },
  {
    what: "the end of a turn",
    payload: { ...base, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "done" },
    event: { ...told, event: "Stop", kind: "other" },
  },
  {
    what: "the end of a session",
    payload: {
      ...{ session_id: "01a1e32d-e902", transcript_path: null, cwd: "/home/u/proj" },
      ...{ hook_event_name: "SessionEnd", reason: "other" },
    },
    event: { ...told, event: "SessionEnd", kind: "session-end" },
    isShared: true,
  },
];

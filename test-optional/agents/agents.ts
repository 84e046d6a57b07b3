import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedCall, taskOf } from "./scripted-model.ts";

/** Where an agent works in a test. */
export type Place = { readonly home: string; readonly workspace: string; readonly url: string };

/** A conversation that goes on from an earlier one. */
export type Resumed = "resume" | "fork";

/** One real agent: how it is started, and what its tools are called. */
export type RealAgent = {
  readonly id: "claude-code" | "codex" | "copilot" | "gemini-cli" | "qwen-code" | "opencode";
  /** Its npm package, whose version `package.json` pins. */
  readonly package: string;
  readonly program: string;
  /** Where it finds a project's skills, and the user's below the home folder if that differs. */
  readonly skills: string;
  readonly userSkills?: string;
  args(prompt: string, resumed?: Resumed): readonly string[];
  env(place: Place): Readonly<Record<string, string>>;
  /** How it is used at a terminal, if only there a skill's name loads the skill. */
  readonly terminal?: Terminal;
  /** Settings beyond the guard's. */
  prepare(place: Place): void;
  readonly calls: AgentCalls;
};

type Terminal = {
  readonly args: readonly string[];
  /** What it shows, and what a person types then, before their first prompt. */
  readonly opening: readonly Step[];
  /** What it shows when it takes a prompt. */
  readonly ready: string;
};

export type Step = readonly [shown: string, typed: string];

type AgentCalls = {
  shell(command: string): ScriptedCall;
  read(file: string): ScriptedCall;
  write(file: string): ScriptedCall;
  /** Loads a skill as the agent does. */
  load(skill: string): ScriptedCall;
  /** Loads a skill through our MCP server. */
  loadFromServer(skill: string): ScriptedCall;
  /** Starts a sub-agent, which does what the script has for this name. */
  start(subagent: string): ScriptedCall;
};

export const agents: readonly RealAgent[] = [
  {
    id: "claude-code",
    package: "@anthropic-ai/claude-code",
    program: "claude",
    skills: ".claude/skills",
    args: (prompt, resumed) => [
      ...["-p", prompt, "--dangerously-skip-permissions"],
      ...(resumed === undefined ? [] : ["--continue"]),
      ...(resumed === "fork" ? ["--fork-session"] : []),
    ],
    env: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Claude Code refuses to skip permissions for the user root, as whom containers run tests, unless it is told so.
      IS_SANDBOX: "1",
    }),
    prepare: () => {},
    calls: {
      shell: (command) => ({ tool: "Bash", input: { command, description: "Runs it" } }),
      read: (file) => ({ tool: "Read", input: { file_path: file } }),
      write: (file) => ({ tool: "Write", input: { file_path: file, content: "x" } }),
      load: (skill) => ({ tool: "Skill", input: { skill } }),
      loadFromServer: (name) => ({ tool: "mcp__skillwright__skills_load", input: { name } }),
      start: (subagent) => ({
        tool: "Agent",
        input: {
          ...{ description: "Helps", prompt: taskOf(subagent) },
          ...{ subagent_type: "general-purpose", run_in_background: false },
        },
      }),
    },
  },
  {
    id: "codex",
    package: "@openai/codex",
    program: "codex",
    skills: ".agents/skills",
    args: (prompt, resumed) => [
      ...["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
      "--dangerously-bypass-hook-trust",
      ...(resumed === undefined ? [] : [resumed, "--last"]),
      prompt,
    ],
    env: ({ home }) => ({ CODEX_HOME: join(home, ".codex"), SCRIPTED_KEY: "none" }),
    prepare: ({ home, url, workspace }) => {
      const file = join(home, ".codex", "config.toml");
      mkdirSync(join(home, ".codex"), { recursive: true });
      const lines = [
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[model_providers.scripted]",
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'env_key = "SCRIPTED_KEY"',
        'wire_api = "responses"',
        `[projects."${workspace}"]`,
        'trust_level = "trusted"',
      ];
      // Each run has its own server; what `mcp install` wrote stays.
      const own = `${lines.join("\n")}\n# end\n`;
      // Codex does not wait for other servers before the model's first call, and the scripted model does not look which tools there are.
      const servers = readOr(file)
        .replace(/^.*# end\n/s, "")
        .replace(/^required = true\n/m, "")
        .replace(/^(\[mcp_servers\.[^\]\n]+\])$/m, "$1\nrequired = true");
      writeFileSync(file, own + servers);
    },
    calls: {
      shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
      read: (file) => ({ tool: "exec_command", input: { cmd: `cat ${file}` } }),
      write: (file) => ({
        tool: "apply_patch",
        input: { freeform: `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n` },
      }),
      load: (skill) => ({ tool: "exec_command", input: { cmd: `cat .agents/skills/${skill}/SKILL.md` } }),
      loadFromServer: (name) => ({ tool: "mcp__skillwright.skills_load", input: { name } }),
      start: (subagent) => ({
        tool: "multi_agent_v1.spawn_agent",
        input: { message: taskOf(subagent), agent_type: "default" },
      }),
    },
  },
  {
    id: "gemini-cli",
    package: "@google/gemini-cli",
    program: "gemini",
    skills: ".gemini/skills",
    terminal: {
      args: ["--yolo", "--skip-trust", "-m", "gemini-2.5-pro"],
      opening: [],
      ready: "Type your message",
    },
    args: (prompt, resumed) => [
      ...["-p", prompt, "--yolo", "--skip-trust", "-m", "gemini-2.5-pro"],
      ...(resumed === undefined ? [] : ["--resume", "latest"]),
    ],
    env: ({ url }) => ({
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_CLI_NO_RELAUNCH: "1",
    }),
    prepare: ({ home }) => {
      const file = join(home, ".gemini", "settings.json");
      mkdirSync(join(home, ".gemini"), { recursive: true });
      const settings = JSON.parse(readOr(file) || "{}");
      const more = {
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        experimental: { enableAgents: true },
      };
      writeFileSync(file, JSON.stringify({ ...more, ...settings }));
    },
    calls: {
      shell: (command) => ({ tool: "run_shell_command", input: { command, description: "Runs it" } }),
      read: (file) => ({ tool: "read_file", input: { file_path: file } }),
      write: (file) => ({ tool: "write_file", input: { file_path: file, content: "x" } }),
      load: (name) => ({ tool: "activate_skill", input: { name } }),
      loadFromServer: (name) => ({ tool: "mcp_skillwright_skills_load", input: { name } }),
      start: (subagent) => ({
        tool: "invoke_agent",
        input: { agent_name: "generalist", prompt: taskOf(subagent) },
      }),
    },
  },
  {
    id: "copilot",
    package: "@github/copilot",
    program: "copilot",
    skills: ".github/skills",
    userSkills: ".copilot/skills",
    terminal: {
      args: ["--allow-all-tools", "--allow-all-paths", "--disable-client-telemetry"],
      opening: [["Do you trust the files in this folder?", "\r"]],
      ready: "/ commands",
    },
    args: (prompt, resumed) => [
      ...["-p", prompt, "--allow-all-tools", "--allow-all-paths", "--disable-client-telemetry"],
      resumed === undefined ? "--trust-folder" : "--continue",
    ],
    env: ({ url }) => ({
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: "anthropic",
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "claude-sonnet-4",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_OFFLINE: "true",
    }),
    prepare: () => {},
    calls: {
      shell: (command) => ({ tool: "bash", input: { command, description: "Runs it" } }),
      read: (file) => ({ tool: "view", input: { path: file } }),
      write: (file) => ({ tool: "create", input: { path: file, file_text: "x" } }),
      load: (skill) => ({ tool: "skill", input: { skill } }),
      loadFromServer: (name) => ({ tool: "skillwright-skills_load", input: { name } }),
      start: (subagent) => ({
        tool: "task",
        input: {
          agent_type: "general-purpose",
          name: "helper",
          description: "Helps",
          prompt: taskOf(subagent),
        },
      }),
    },
  },
  {
    id: "qwen-code",
    package: "@qwen-code/qwen-code",
    program: "qwen",
    skills: ".qwen/skills",
    args: (prompt, resumed) => ["--yolo", ...(resumed === undefined ? [] : ["--continue"]), "-p", prompt],
    env: ({ url }) => ({
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: "scripted",
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    }),
    prepare: ({ home }) => {
      const file = join(home, ".qwen", "settings.json");
      mkdirSync(join(home, ".qwen"), { recursive: true });
      const more = {
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      };
      writeFileSync(file, JSON.stringify({ ...more, ...JSON.parse(readOr(file) || "{}") }));
    },
    calls: {
      shell: (command) => ({ tool: "run_shell_command", input: { command, description: "Runs it" } }),
      read: (file) => ({ tool: "read_file", input: { file_path: file } }),
      write: (file) => ({ tool: "write_file", input: { file_path: file, content: "x" } }),
      load: (skill) => ({ tool: "skill", input: { skill } }),
      loadFromServer: (name) => ({
        tool: "tool_call",
        input: { name: "mcp__skillwright__skills_load", arguments: { name } },
      }),
      start: (subagent) => ({
        tool: "agent",
        input: {
          ...{ description: "Helps", prompt: taskOf(subagent), subagent_type: "general-purpose" },
          run_in_background: false,
        },
      }),
    },
  },
  {
    id: "opencode",
    package: "opencode-ai",
    program: "opencode",
    skills: ".opencode/skills",
    args: (prompt, resumed) => [
      "run",
      ...(resumed === undefined ? [] : ["--continue"]),
      ...(resumed === "fork" ? ["--fork"] : []),
      // The command takes a message only as it is, so a skill's name is an option.
      ...(prompt.startsWith("/") ? ["--command", prompt.slice(1).split(" ")[0] ?? ""] : []),
      prompt,
    ],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    }),
    prepare: ({ workspace, url }) => {
      const options = { baseURL: `${url}/v1`, apiKey: "none" };
      const limit = { context: 100_000, output: 4096 };
      const models = { scripted: { name: "Scripted", tool_call: true, limit } };
      const config = {
        ...{ autoupdate: false, share: "disabled", permission: { "*": "allow" } },
        ...{ model: "scripted/scripted", small_model: "scripted/scripted" },
        provider: { scripted: { npm: "@ai-sdk/openai-compatible", name: "Scripted", options, models } },
      };
      writeFileSync(join(workspace, "opencode.json"), JSON.stringify(config));
    },
    calls: {
      shell: (command) => ({ tool: "bash", input: { command, description: "Runs it" } }),
      read: (filePath) => ({ tool: "read", input: { filePath } }),
      write: (filePath) => ({ tool: "write", input: { filePath, content: "x" } }),
      load: (name) => ({ tool: "skill", input: { name } }),
      loadFromServer: (name) => ({ tool: "skillwright_skills_load", input: { name } }),
      start: (subagent) => ({
        tool: "task",
        input: { description: "Helps", prompt: taskOf(subagent), subagent_type: "general" },
      }),
    },
  },
];

function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

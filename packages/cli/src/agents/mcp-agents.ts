import type { JsonObject } from "@skillwright/core/text";
import {
  configFolderOf,
  type HttpServer,
  homeFolder,
  type McpAgent,
  type StdioServer,
} from "./agent-settings.ts";

const restart = "Restart it to start the server.";
const trustQuestion = "VS Code asks whether to trust the server when it starts.";
const trustForCopilot =
  "Copilot CLI reads it once the folder is trusted; `copilot -p` elsewhere only with GITHUB_COPILOT_PROMPT_MODE_WORKSPACE_MCP=true.";
const braces = (name: string): string => `\${${name}}`;
const workspace = braces("workspaceFolder");
const envBraces = (name: string): string => `\${env:${name}}`;

/**
 * Agents that can register an MCP server. Sources: as in `hook-agents.ts`; Qwen Code 0.24 (run); for goose, opencode 1.19, VS Code,
 * Windsurf and Zed their documentation and types of fall 2026.
 */
export const mcpAgents: readonly McpAgent[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/.mcp.json`],
      user: (here) => [
        here.environment.CLAUDE_CONFIG_DIR
          ? `${homeFolder(here, ".claude", "CLAUDE_CONFIG_DIR")}/.claude.json`
          : `${here.place.home}/.claude.json`,
      ],
    },
    key: "mcpServers",
    stdio: plainStdio,
    http: (server) => ({ type: "http", url: server.url, ...headersOf(server) }),
    variable: braces,
    // Claude Code sets this for servers; where it does not, they start in the project.
    projectFolder: braces("CLAUDE_PROJECT_DIR:-."),
    next: { project: "Claude Code asks each user once whether to use the server.", user: restart },
  },
  {
    id: "codex",
    name: "Codex",
    syntax: "toml",
    files: {
      project: ({ project }) => [`${project}/.codex/config.toml`],
      user: (here) => [`${homeFolder(here, ".codex", "CODEX_HOME")}/config.toml`],
    },
    key: "mcp_servers",
    // Codex drops a server that takes longer than 10 seconds, and a gateway waits up to 20 for its own.
    stdio: (server) => ({ ...plainStdio(server), startup_timeout_sec: 30 }),
    http: ({ url, token }) => ({
      url,
      ...(token === undefined ? {} : { bearer_token_env_var: token.variable }),
    }),
    variable: braces,
    next: { project: "Codex reads it once the project is trusted; restart it.", user: restart },
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/.gemini/settings.json`],
      user: ({ place, environment }) => [
        `${environment.GEMINI_CLI_HOME || place.home}/.gemini/settings.json`,
      ],
    },
    key: "mcpServers",
    stdio: plainStdio,
    http: (server) => ({ httpUrl: server.url, ...headersOf(server) }),
    variable: braces,
    // Gemini CLI reads a project's settings only when started there.
    projectFolder: ".",
    next: { project: "Gemini CLI reads it once the folder is trusted; restart it.", user: restart },
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/.qwen/settings.json`],
      user: (here) => [`${homeFolder(here, ".qwen", "QWEN_HOME")}/settings.json`],
    },
    key: "mcpServers",
    stdio: plainStdio,
    http: (server) => ({ httpUrl: server.url, ...headersOf(server) }),
    variable: braces,
    // Qwen Code reads a project's settings only when started there.
    projectFolder: ".",
    next: { project: "Qwen Code reads it once the folder is trusted; restart it.", user: restart },
  },
  {
    id: "cursor",
    name: "Cursor",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/.cursor/mcp.json`],
      user: ({ place }) => [`${place.home}/.cursor/mcp.json`],
    },
    key: "mcpServers",
    stdio: plainStdio,
    http: (server) => ({ url: server.url, ...headersOf(server) }),
    variable: envBraces,
    projectFolder: workspace,
    next: { project: "Enable it in Settings > MCP.", user: "Enable it in Settings > MCP." },
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/.github/mcp.json`],
      user: (here) => [`${homeFolder(here, ".copilot", "COPILOT_HOME")}/mcp-config.json`],
    },
    key: "mcpServers",
    stdio: (server) => ({ type: "local", ...plainStdio(server), tools: ["*"] }),
    http: (server) => ({ type: "http", url: server.url, ...headersOf(server), tools: ["*"] }),
    variable: braces,
    next: { project: trustForCopilot, user: restart },
  },
  {
    id: "goose",
    name: "goose",
    syntax: "yaml",
    files: {
      user: (here) => [
        here.place.platform === "win32"
          ? `${configFolderOf(here)}/Block/goose/config/config.yaml`
          : `${configFolderOf(here)}/goose/config.yaml`,
      ],
    },
    key: "extensions",
    stdio: ({ name, command, args, env }) => ({
      ...{ enabled: true, type: "stdio", name, cmd: command, args },
      ...{ envs: env, env_keys: [], timeout: 300 },
    }),
    http: (server) => ({
      ...{ enabled: true, type: "streamable_http", name: server.name, uri: server.url },
      ...{ ...headersOf(server), envs: {}, env_keys: [server.token?.variable ?? []].flat(), timeout: 300 },
    }),
    variable: braces,
    next: { project: restart, user: "Start a new session." },
  },
  {
    id: "opencode",
    name: "opencode",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/opencode.json`, `${project}/opencode.jsonc`],
      // The same folder on every platform.
      user: ({ place }) => [
        `${place.configFolder}/opencode/opencode.json`,
        `${place.configFolder}/opencode/opencode.jsonc`,
      ],
    },
    key: "mcp",
    stdio: ({ command, args, env }) => ({
      ...{ type: "local", command: [command, ...args], ...filled("environment", env) },
      enabled: true,
    }),
    http: (server) => ({ type: "remote", url: server.url, enabled: true, ...headersOf(server) }),
    variable: (name) => `{env:${name}}`,
    next: { project: restart, user: restart },
  },
  {
    id: "vscode",
    name: "VS Code",
    syntax: "json",
    files: {
      project: ({ project }) => [`${project}/.vscode/mcp.json`],
      user: (here) => [`${configFolderOf(here, true)}/Code/User/mcp.json`],
    },
    key: "servers",
    stdio: (server) => ({ type: "stdio", ...plainStdio(server) }),
    http: (server) => ({ type: "http", url: server.url, ...headersOf(server) }),
    variable: envBraces,
    projectFolder: workspace,
    next: { project: trustQuestion, user: trustQuestion },
  },
  {
    id: "windsurf",
    name: "Windsurf",
    syntax: "json",
    files: { user: ({ place }) => [`${place.home}/.codeium/windsurf/mcp_config.json`] },
    key: "mcpServers",
    stdio: plainStdio,
    http: (server) => ({ serverUrl: server.url, ...headersOf(server) }),
    variable: envBraces,
    next: { project: restart, user: "Refresh the list of MCP servers in Cascade." },
  },
  {
    id: "zed",
    name: "Zed",
    syntax: "json",
    files: {
      user: (here) => [
        here.place.platform === "win32"
          ? `${configFolderOf(here)}/Zed/settings.json`
          : `${configFolderOf(here)}/zed/settings.json`,
      ],
    },
    key: "context_servers",
    stdio: plainStdio,
    // Zed cannot read a token from a variable.
    http: ({ url }) => ({ url }),
    next: { project: restart, user: "Zed picks it up automatically." },
  },
];

/** The entry that most clients use for a program. */
function plainStdio({ command, args, env }: StdioServer): JsonObject {
  return { command, args, ...filled("env", env) };
}

/** The variables under a key, or nothing if there are none. */
function filled(key: string, env: StdioServer["env"]): JsonObject {
  return Object.keys(env).length === 0 ? {} : { [key]: env };
}

/** The header with the token, or nothing if none is needed. */
function headersOf({ token }: HttpServer): JsonObject {
  return token === undefined ? {} : { headers: { Authorization: token.header } };
}

import { describe, expect, test } from "vitest";
import type { McpAgent, Surroundings } from "./agent-settings.ts";
import { mcpAgents } from "./mcp-agents.ts";
import { type McpServer, planMcpInstall, planMcpUninstall, readMcpStatus } from "./plan-mcp.ts";

const path = "settings";
const program = ["/opt/node", "/opt/start.ts"];
const stdio = {
  kind: "stdio",
  command: "skillwright",
  args: ["mcp", "--root", "/home/u/skills"],
  env: {},
} as const;
const braced = `Bearer \${TOK}`;
const envBraced = `Bearer \${env:TOK}`;
const http: McpServer = { kind: "http", url: "https://skills.example/mcp", tokenVariable: "TOK" };

function agentOf(id: string): McpAgent {
  const agent = mcpAgents.find((one) => one.id === id);
  if (agent === undefined) throw new Error(`no agent ${id}`);
  return agent;
}

function install(
  id: string,
  before: string | undefined,
  { server = stdio, name = "skillwright" }: { readonly server?: McpServer; readonly name?: string } = {},
): string | undefined {
  const [change] = planMcpInstall({ agent: agentOf(id), path, name, program, server }, () => before);
  return change === undefined ? before : change.after;
}

function uninstall(id: string, before: string | undefined, name = "skillwright"): string | undefined {
  const [change] = planMcpUninstall({ agent: agentOf(id), path, name, program }, () => before);
  return change === undefined ? before : change.after;
}

const own: Readonly<Record<string, string>> = {
  json: '{\n  // mine\n  "mcpServers": { "gh": { "command": "gh" } },\n  "servers": {},\n  "theme": "dark"\n}\n',
  toml: '# mine\nmodel = "x"\n\n[mcp_servers.gh]\ncommand = "gh"\n',
  yaml: "# mine\nextensions:\n  gh:\n    cmd: gh\nGOOSE_MODE: auto\n",
};

describe.each(mcpAgents)("$id", (agent) => {
  test.each<McpServer>([stdio, http])("$kind: installed once, and taken out without a trace", (server) => {
    for (const text of [undefined, own[agent.syntax]]) {
      const now = install(agent.id, text, { server });
      expect(now).not.toBe(text);
      expect(planMcpInstall({ agent, path, name: "skillwright", program, server }, () => now)).toEqual([]);
      expect(readMcpStatus({ agent, path, name: "skillwright", program }, () => now)).toMatchObject({
        state: "installed",
        kind: server.kind,
      });
      expect(uninstall(agent.id, now)).toBe(text);
    }
  });
});

test.each([
  [
    "claude-code",
    { command: "skillwright", args: ["mcp"] },
    { type: "http", url: http.url, headers: { Authorization: braced } },
  ],
  [
    "gemini-cli",
    { command: "skillwright", args: ["mcp"] },
    { httpUrl: http.url, headers: { Authorization: braced } },
  ],
  [
    "cursor",
    { command: "skillwright", args: ["mcp"] },
    { url: http.url, headers: { Authorization: envBraced } },
  ],
  [
    "copilot",
    { type: "local", command: "skillwright", args: ["mcp"], tools: ["*"] },
    { type: "http", url: http.url, headers: { Authorization: braced }, tools: ["*"] },
  ],
  [
    "opencode",
    { type: "local", command: ["skillwright", "mcp"], enabled: true },
    { type: "remote", url: http.url, enabled: true, headers: { Authorization: "Bearer {env:TOK}" } },
  ],
  [
    "vscode",
    { type: "stdio", command: "skillwright", args: ["mcp"] },
    { type: "http", url: http.url, headers: { Authorization: envBraced } },
  ],
  [
    "windsurf",
    { command: "skillwright", args: ["mcp"] },
    { serverUrl: http.url, headers: { Authorization: envBraced } },
  ],
  ["zed", { command: "skillwright", args: ["mcp"] }, { url: http.url }],
])("%s gets its own format", (id, local, remote) => {
  const { key } = agentOf(id);
  const plain: McpServer = { ...stdio, args: ["mcp"] };
  expect(JSON.parse(install(id, undefined, { server: plain }) ?? "")).toEqual({
    [key]: { skillwright: local },
  });
  expect(JSON.parse(install(id, undefined, { server: http }) ?? "")).toEqual({
    [key]: { skillwright: remote },
  });
});

test("Codex and goose get theirs as text", () => {
  expect(install("codex", undefined, { server: http })).toBe(
    '[mcp_servers.skillwright]\nurl = "https://skills.example/mcp"\nbearer_token_env_var = "TOK"\n',
  );
  expect(install("goose", own.yaml, { server: http })).toBe(`# mine
extensions:
  skillwright:
    enabled: true
    type: streamable_http
    name: skillwright
    uri: https://skills.example/mcp
    headers:
      Authorization: Bearer \${TOK}
    envs: {}
    env_keys:
      - TOK
    timeout: 300
  gh:
    cmd: gh
GOOSE_MODE: auto
`);
});

test("variables are written where each client keeps them, and removed again", () => {
  const server: McpServer = { ...stdio, args: ["mcp"], env: { SKILLWRIGHT_HOME: '/d "1"' } };
  const env = { SKILLWRIGHT_HOME: '/d "1"' };
  for (const id of ["claude-code", "gemini-cli", "cursor", "copilot", "vscode", "windsurf", "zed"]) {
    const now = JSON.parse(install(id, undefined, { server }) ?? "");
    expect(now[agentOf(id).key].skillwright).toMatchObject({ command: "skillwright", env });
  }
  expect(JSON.parse(install("opencode", undefined, { server }) ?? "").mcp.skillwright.environment).toEqual(
    env,
  );
  expect(install("goose", undefined, { server })).toContain('envs:\n      SKILLWRIGHT_HOME: /d "1"\n');
  const codex = install("codex", own.toml, { server });
  expect(codex).toContain('\nargs = ["mcp"]\nenv = { SKILLWRIGHT_HOME = "/d \\"1\\"" }\n');
  expect(install("codex", codex, { server })).toBe(codex);
  expect(uninstall("codex", codex)).toBe(own.toml);
});

test("another start of our server replaces it", () => {
  const first = install("cursor", own.json);
  const changed: McpServer = {
    kind: "stdio",
    command: "/usr/bin/node",
    args: ["/opt/skillwright/bin/skillwright.mjs", "mcp"],
    env: {},
  };
  const second = install("cursor", first, { server: changed });
  expect(second).toContain("/opt/skillwright/bin/skillwright.mjs");
  expect(install("cursor", second)).toBe(first);
  expect(uninstall("cursor", second)).toBe(own.json);
});

test("the running program is ours, whatever its name", () => {
  const server: McpServer = { kind: "stdio", command: "/opt/node", args: ["/opt/start.ts", "mcp"], env: {} };
  const now = install("codex", own.toml, { server });
  expect(
    readMcpStatus({ agent: agentOf("codex"), path, name: "skillwright", program }, () => now).state,
  ).toBe("installed");
  expect(uninstall("codex", now)).toBe(own.toml);
});

describe("another program's server with our name", () => {
  const foreign =
    '{"mcpServers": {"skillwright": {"command": "evil", "args": ["mcp"]}, "gh": {"url": "https://a.example"}}}';

  test("is neither replaced nor removed", () => {
    expect(() => install("cursor", foreign)).toThrow(
      expect.objectContaining({
        code: "settings-unusable",
        details: {
          path,
          line: 1,
          reason: "another server is named skillwright here; remove it, or choose another --name",
        },
      }),
    );
    expect(() => install("cursor", foreign, { server: http, name: "gh" })).toThrow(
      expect.objectContaining({ code: "settings-unusable" }),
    );
    expect(() => uninstall("cursor", foreign)).toThrow(
      expect.objectContaining({
        details: {
          path,
          line: 1,
          reason:
            "the server skillwright here does not appear to be Skillwright's; remove it by hand, or give its address with --url",
        },
      }),
    );
  });

  test("is not removed by its name alone when it runs elsewhere", () => {
    const target = { agent: agentOf("cursor"), path, program, name: "gh" };
    expect(() => planMcpUninstall(target, () => foreign)).toThrow(
      expect.objectContaining({ code: "settings-unusable" }),
    );
    const server: McpServer = { kind: "http", url: "https://a.example" };
    const [change] = planMcpUninstall({ ...target, server }, () => foreign);
    expect(change?.after).not.toContain("a.example");
  });

  test.each(["/tmp/skillwright-evil", "/tmp/skillwright.d/x", "notskillwright"])(
    "is recognized even if the program's name is similar: %s",
    (command) => {
      const text = JSON.stringify({ mcpServers: { skillwright: { command, args: ["mcp"] } } });
      expect(() => uninstall("cursor", text)).toThrow(expect.objectContaining({ code: "settings-unusable" }));
    },
  );

  test("shows in the status", () => {
    expect(
      readMcpStatus({ agent: agentOf("cursor"), path, name: "skillwright", program }, () => foreign),
    ).toEqual({
      state: "different",
      kind: "stdio",
      words: ["evil", "mcp"],
    });
  });

  test.each(["constructor", "toString", "hasOwnProperty"])(
    "inherited object keys are not servers: %s",
    (name) => {
      const text = install("cursor", '{"mcpServers": {}}', { name });
      expect(Object.keys(JSON.parse(text ?? "").mcpServers)).toEqual([name]);
      expect(uninstall("cursor", text, name)).toBe('{"mcpServers": {}}');
    },
  );
});

describe("the files of each agent", () => {
  const here = (platform: "linux" | "darwin" | "win32", environment = {}): Surroundings => ({
    project: "/p",
    place: { home: "/h", configFolder: "/h/.config", platform },
    environment,
  });
  const files = (surroundings: Surroundings) =>
    Object.fromEntries(mcpAgents.map(({ id, files: { user } }) => [id, user?.(surroundings)[0]]));

  test("for a user on Linux", () => {
    expect(files(here("linux"))).toEqual({
      "claude-code": "/h/.claude.json",
      codex: "/h/.codex/config.toml",
      "gemini-cli": "/h/.gemini/settings.json",
      "qwen-code": "/h/.qwen/settings.json",
      cursor: "/h/.cursor/mcp.json",
      copilot: "/h/.copilot/mcp-config.json",
      goose: "/h/.config/goose/config.yaml",
      opencode: "/h/.config/opencode/opencode.json",
      vscode: "/h/.config/Code/User/mcp.json",
      windsurf: "/h/.codeium/windsurf/mcp_config.json",
      zed: "/h/.config/zed/settings.json",
    });
  });

  test("elsewhere, and where variables point", () => {
    expect(files(here("darwin")).vscode).toBe("/h/Library/Application Support/Code/User/mcp.json");
    expect(files(here("darwin")).zed).toBe("/h/.config/zed/settings.json");
    expect(files(here("win32", { APPDATA: "C:\\Users\\u\\Roaming" }))).toMatchObject({
      vscode: "C:/Users/u/Roaming/Code/User/mcp.json",
      goose: "C:/Users/u/Roaming/Block/goose/config/config.yaml",
      zed: "C:/Users/u/Roaming/Zed/settings.json",
    });
    const moved = {
      ...{ CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/x", COPILOT_HOME: "/o", GEMINI_CLI_HOME: "/g" },
      QWEN_HOME: "/q",
    };
    expect(files(here("linux", moved))).toMatchObject({
      "claude-code": "/c/.claude.json",
      codex: "/x/config.toml",
      copilot: "/o/mcp-config.json",
      "gemini-cli": "/g/.gemini/settings.json",
      "qwen-code": "/q/settings.json",
    });
  });
});

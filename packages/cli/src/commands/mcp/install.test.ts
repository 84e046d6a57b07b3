import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { agentSchemas } from "../../schemas/agents.ts";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";

afterAll(removeTestMachines);

test("a server for the user is started as this program was, with absolute folders", async () => {
  const before = '{\n  "numStartups": 12,\n  "mcpServers": {}\n}';
  const { folder, run } = createTestMachine({
    ...{ "home/.claude.json": before, "repo/skills/a": "", "home/more/a": "", "repo/g.json": "{}" },
  });
  const file = `${folder}/home/.claude.json`;
  const words = [
    "mcp",
    "install",
    "--agent",
    "claude-code",
    "--root",
    "skills",
    "--root",
    "~/more",
    "--gateway",
    "g.json",
  ];
  expect(await run(words)).toMatchObject({
    code: 0,
    err: "",
    out: `✓ Claude Code: registered the server skillwright in ${file} (nothing else changed).
  Restart it to start the server.
  /nowhere/node does not exist, so it cannot be started.
  Put a link named skillwright to /nowhere/skillwright.mjs in a folder on PATH.
`,
  });
  expect(JSON.parse(readFileSync(file, "utf8")).mcpServers.skillwright).toEqual({
    command: "/nowhere/node",
    args: [
      ...["/nowhere/skillwright.mjs", "mcp", "--root", `${folder}/repo/skills`],
      ...["--root", `${folder}/home/more`, "--gateway", `${folder}/repo/g.json`],
    ],
  });
  expect((await run(words)).out).toBe(
    `Claude Code: the server skillwright is already registered in ${file}. Nothing was changed.\n`,
  );
  expect((await run(["mcp", "uninstall", "--agent", "claude-code"])).out).toBe(
    `✓ Claude Code: removed the server skillwright in ${file} (nothing else changed).\n`,
  );
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("if SKILLWRIGHT_HOME is set, the user's server gets it, and a project's does not", async () => {
  const { folder, run } = createTestMachine({});
  const environment = { SKILLWRIGHT_HOME: "data" };
  await run(["mcp", "install", "--agent", "codex"], { environment });
  expect(readFileSync(`${folder}/home/.codex/config.toml`, "utf8")).toBe(`[mcp_servers.skillwright]
command = "/nowhere/node"
args = ["/nowhere/skillwright.mjs", "mcp"]
env = { SKILLWRIGHT_HOME = "${folder}/data" }
startup_timeout_sec = 30
`);
  const shared = await run(["mcp", "install", "--agent", "codex", "--project"], { environment });
  expect(shared.out).toContain("SKILLWRIGHT_HOME is set here, and is not written");
  expect(readFileSync(`${folder}/repo/.codex/config.toml`, "utf8")).not.toContain("SKILLWRIGHT_HOME");
});

test("paths of a project use each client's name for its folder", async () => {
  const { folder, run } = createTestMachine({ "repo/my skills/a": "", "repo/.cursor/g.json": "{}" });
  const argsOf = async (agent: string, file: string, key: string): Promise<unknown> => {
    const paths = ["--root", "my skills", "--gateway", ".cursor/g.json"];
    expect(await run(["mcp", "install", "--agent", agent, "--project", ...paths])).toMatchObject({ code: 0 });
    const { args } = JSON.parse(readFileSync(`${folder}/repo/${file}`, "utf8"))[key].skillwright;
    return args;
  };
  const from = (place: string) => [
    "mcp",
    "--root",
    `${place}/my skills`,
    "--gateway",
    `${place}/.cursor/g.json`,
  ];
  const workspace = from("$" + "{workspaceFolder}");
  expect(await argsOf("claude-code", ".mcp.json", "mcpServers")).toEqual(
    from("$" + "{CLAUDE_PROJECT_DIR:-.}"),
  );
  expect(await argsOf("gemini-cli", ".gemini/settings.json", "mcpServers")).toEqual(from("."));
  expect(await argsOf("cursor", ".cursor/mcp.json", "mcpServers")).toEqual(workspace);
  expect(await argsOf("vscode", ".vscode/mcp.json", "servers")).toEqual(workspace);
  const status = async () => (await run(["mcp", "status", "--agent", "cursor", "--project"])).out;
  expect(await status()).not.toContain("There is nothing at");
  rmSync(`${folder}/repo/my skills`, { recursive: true });
  expect(await status()).toContain(`--root names ${folder}/repo/my skills, which does not exist.`);
});

test("a remote server of another program is removed only by its address", async () => {
  const text = '{"mcpServers": {"github": {"url": "https://a.example/mcp", "headers": {"a": "secret"}}}}';
  const { folder, run } = createTestMachine({ "home/.cursor/mcp.json": text });
  const words = ["mcp", "uninstall", "--agent", "cursor", "--name", "github"];
  expect(await run(words)).toMatchObject({ code: 2, err: expect.stringContaining("remove it by hand") });
  expect(readFileSync(`${folder}/home/.cursor/mcp.json`, "utf8")).toBe(text);
  expect(await run([...words, "--url", "https://a.example/mcp"])).toMatchObject({ code: 0 });
});

test("a remote server is registered with the name of a variable, never with a token", async () => {
  const { folder, run } = createTestMachine({});
  const words = ["--url", "https://skills.example/mcp", "--token-env", "TOK", "--name", "team"];
  const { code, out } = await run(["mcp", "install", "--agent", "vscode", "--project", ...words]);
  expect([code, out]).toEqual([
    0,
    `✓ VS Code: registered the server team in ${folder}/repo/.vscode/mcp.json (created).
  VS Code asks whether to trust the server when it starts.
  It sends the token in TOK, which must be set where it runs.
`,
  ]);
  expect(JSON.parse(readFileSync(`${folder}/repo/.vscode/mcp.json`, "utf8"))).toEqual({
    servers: {
      team: {
        type: "http",
        url: "https://skills.example/mcp",
        headers: { Authorization: `Bearer \${env:TOK}` },
      },
    },
  });
});

test("of two files that an agent reads, the existing one is changed", async () => {
  const { folder, run } = createTestMachine({ "repo/opencode.jsonc": "{ /* mine */ }" });
  await run(["mcp", "install", "--agent", "opencode", "--project"]);
  expect(readFileSync(`${folder}/repo/opencode.jsonc`, "utf8")).toContain('"skillwright"');
});

test("a dry run in a file of one long line shows little of it", async () => {
  const secret = `{"a": "${"x".repeat(100_000)}"}`;
  const { folder, run } = createTestMachine({ "home/.claude.json": secret });
  const { out } = await run(["mcp", "install", "--agent", "claude-code", "--dry-run"]);
  expect(out.length).toBeLessThan(1000);
  expect(readFileSync(`${folder}/home/.claude.json`, "utf8")).toBe(secret);
});

test("settings that cannot be parsed are refused with the line, and not changed", async () => {
  const { folder, run } = createTestMachine({ "home/.codex/config.toml": 'a = "1"\nb = = 2\n' });
  const file = `${folder}/home/.codex/config.toml`;
  expect(await run(["mcp", "install", "--agent", "codex"])).toMatchObject({
    code: 2,
    out: "",
    err: `skillwright mcp: ${file}, line 2: this is not valid TOML; fix it first. Nothing was changed.\n`,
  });
  expect(readFileSync(file, "utf8")).toBe('a = "1"\nb = = 2\n');
});

test("the status shows which agents know the server, and the JSON has the published shape", async () => {
  const { folder, run } = createTestMachine({
    "home/.cursor/mcp.json": '{"mcpServers": {"skillwright": {"command": "evil"}}}',
  });
  const installed = await run(["mcp", "install", "--agent", "goose", "--json"]);
  agentSchemas["mcp-install"]?.parse(JSON.parse(installed.out));
  await run(["mcp", "install", "--agent", "zed", "--url", "http://127.0.0.1:7331/mcp"]);
  writeFileSync(`${folder}/home/.config/goose/config.yaml`, "extensions: [");
  const { code, out } = await run(["mcp", "status", "--json", "--user"]);
  expect(code).toBe(1);
  const { settings } = JSON.parse(out);
  agentSchemas["mcp-status"]?.parse(JSON.parse(out));
  const states = settings.map((row: { agent: string; state: string }) => [row.agent, row.state]);
  expect(Object.fromEntries(states)).toEqual({
    ...{
      "claude-code": "absent",
      codex: "absent",
      "gemini-cli": "absent",
      "qwen-code": "absent",
      cursor: "different",
      copilot: "absent",
    },
    ...{ goose: "unreadable", opencode: "absent", vscode: "absent", windsurf: "absent", zed: "installed" },
  });
  expect((await run(["mcp", "status", "--agent", "zed"])).out).toBe(
    `Zed  user     installed\n  ${folder}/home/.config/zed/settings.json\n  http://127.0.0.1:7331/mcp\n`,
  );
});

test.each([
  [["--agent", "goose", "--project"], "goose has no project settings for this; omit --project."],
  [["--agent", "codex", "--name", "__proto__"], "--name has at most 32 letters"],
  [["--agent", "codex", "--name", "a.b"], "--name has at most 32 letters"],
  [["--agent", "codex", "--token-env", "TOK"], "--token-env goes with --url."],
  [["--agent", "codex", "--url", "ftp://a"], "--url wants an address"],
  [["--agent", "codex", "--url", "https://u:p@a.example"], "--url wants an address"],
  [
    ["--agent", "codex", "--url", "http://a.example", "--token-env", "TOK"],
    "a token would travel unencrypted",
  ],
  [["--agent", "codex", "--url", "https://a.example", "--token-env", "a b"], "--token-env wants the name"],
  [["--agent", "codex", "--url", "https://a.example", "--root", "x"], "--root goes to the server itself"],
  [["--agent", "zed", "--url", "https://a.example", "--token-env", "TOK"], "Zed cannot send a token"],
  [["--agent", "claude-code", "--project", "--gateway", ".mcp.json"], "it would start itself"],
  [["--agent", "codex", "--root", ""], "--root requires a folder."],
  [["--agent", "codex", "--root", "nope"], "--root: no such file or directory: "],
  [["--agent", "codex", "--root", ".mcp.json"], ".mcp.json is not a folder."],
  [["--agent", "codex", "--gateway", "nope.json"], "--gateway: no such file or directory: "],
  [["--agent", "codex", "--gateway", "."], " is not a file."],
  [["--agent", "codex", "--policy", "nope.json"], "--policy: no such file or directory: "],
  [["--agent", "claude-code", "--project", "--root", "~"], "is outside the project"],
  [["--agent", "codex", "--project", "--root", "."], "Codex cannot express a path relative to the project"],
])("install %j is a mistake in the call", async (words, message) => {
  const { code, err } = await createTestMachine({ "repo/.mcp.json": "{}" }).run(["mcp", "install", ...words]);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

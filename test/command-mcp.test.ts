import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, test } from "vitest";
import { createFolder, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

const bin = `${root}packages/cli/bin/skillwright.mjs`;
const skill = (name: string, head: string): string =>
  `---\nname: ${name}\ndescription: Does ${name} work when asked to.\n${head}\n---\n\nDo the ${name} work.\n`;
const skills = {
  "skills/reading/SKILL.md": skill("reading", "allowed-tools: mcp__files__read_text_file"),
  "skills/free/SKILL.md": skill("free", "license: MIT"),
};

const clients: Client[] = [];
const servers: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) server.kill("SIGKILL");
});

function createClient(era: string): Client {
  const mode = era === "2026-07-28" ? "auto" : "legacy";
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
  clients.push(client);
  return client;
}

async function connectOverStdio(era: string, words: readonly string[], home: string): Promise<Client> {
  const client = createClient(era);
  const env = { PATH: process.env.PATH ?? "", SKILLWRIGHT_HOME: home };
  const args = [bin, "mcp", "--quiet", ...words];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "inherit" }));
  return client;
}

const load = (name: string) => ({ name: "skills_load", arguments: { name } });

describe.each(["2025-11-25", "2026-07-28"])("a client that speaks %s", (era) => {
  test("finds, loads and verifies skills over standard input and output", async () => {
    const folder = createFolder(skills);
    const client = await connectOverStdio(era, ["--root", `${folder}/skills`], `${folder}/home`);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const host = new SkillsClient(client);
    const { skills: entries } = await host.list();
    const files = await Promise.all(entries.map((entry) => host.read(entry)));
    expect(files.map(({ verified, text }) => [verified, text])).toEqual([
      [true, skills["skills/free/SKILL.md"]],
      [true, skills["skills/reading/SKILL.md"]],
    ]);
    expect(await client.callTool(load("reading"))).toMatchObject({
      structuredContent: { ok: true, data: { base_uri: "skill://reading/" } },
    });
  });

  test("OQ1: asks for a version of a skill by tool or by prompt, and gets that one", async () => {
    const folder = createFolder({
      "one/pdf/SKILL.md": `${skill("pdf", 'metadata: {version: "1.4.0"}')}This is version one.\n`,
      "two/pdf/SKILL.md": skill("pdf", 'metadata: {version: "2.0.0"}'),
    });
    const roots = ["one", "two"].flatMap((name) => ["--root", `${folder}/${name}`]);
    const client = await connectOverStdio(era, roots, `${folder}/home`);
    const answer = async (name: string): Promise<string> => JSON.stringify(await client.callTool(load(name)));
    expect(await answer("pdf@^3")).toContain("No version of pdf fits ^3. Found: 1.4.0 (pdf, custom), 2.0.0");
    const second = await answer("pdf@^2");
    expect(second).toContain(`${folder}/two/pdf`);
    expect(second).not.toContain("This is version one.");
    const prompt = await client.getPrompt({ name: "pdf@1.x", arguments: {} });
    expect(JSON.stringify(prompt)).toContain("This is version one.");
  });

  test("may call only what an active skill allows, of two public servers behind the gateway", async () => {
    const folder = createFolder({ ...skills, "work/a.txt": "hello" });
    const client = await connectOverStdio(
      era,
      ["--root", `${folder}/skills`, "--gateway", gatewayFile(folder)],
      `${folder}/home`,
    );
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["skills_load", "files__write_file", "every__echo"]));
    await client.callTool(load("reading"));
    const read = { name: "files__read_text_file", arguments: { path: `${folder}/work/a.txt` } };
    const write = { name: "files__write_file", arguments: { path: `${folder}/work/b.txt`, content: "x" } };
    const echo = { name: "every__echo", arguments: { message: "hi" } };
    expect(await client.callTool(read)).toMatchObject({ content: [{ text: "hello" }] });
    expect(await client.callTool(write)).toMatchObject({ isError: true });
    expect(await client.callTool(echo)).toMatchObject({ isError: true });
    expect(existsSync(`${folder}/work/b.txt`)).toBe(false);
    await client.callTool({ name: "skills_deactivate", arguments: {} });
    expect(await client.callTool(echo)).toMatchObject({ content: [{ text: "Echo: hi" }] });
    await client.callTool(write);
    expect(readFileSync(`${folder}/work/b.txt`, "utf8")).toBe("x");
    await client.close();
    const listed = await skillwright(["audit", "list", "--event", "tool-call-denied", "--json"], {
      env: { SKILLWRIGHT_HOME: `${folder}/home` },
    });
    expect(listed.stdout).toContain("mcp__files__write_file");
  });

  test("shares an HTTP server with others, each in a separate conversation", async () => {
    const folder = createFolder({ ...skills, "work/a.txt": "hello" });
    const { url, token } = await serveHttp(folder, ["--gateway", gatewayFile(folder)]);
    const connect = async (conversation: string): Promise<Client> => {
      const headers = { Authorization: `Bearer ${token}`, "Skillwright-Conversation": conversation };
      const client = createClient(era);
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      return client;
    };
    const [strict, free] = await Promise.all([connect("one"), connect("two")]);
    await Promise.all([strict.callTool(load("reading")), free.callTool(load("free"))]);
    const echo = { name: "every__echo", arguments: { message: "hi" } };
    expect(await strict.callTool(echo)).toMatchObject({ isError: true });
    expect(await free.callTool(echo)).toMatchObject({ content: [{ text: "Echo: hi" }] });
  });
});

test("over HTTP no one is served without the token, and Ctrl-C stops the server", async () => {
  const folder = createFolder(skills);
  const { url, server } = await serveHttp(folder, []);
  const refused = await fetch(url, {
    method: "POST",
    body: "{}",
    headers: { Authorization: "Bearer wrong" },
  });
  expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
    401,
    expect.stringMatching(/^Bearer/),
  ]);
  server.kill("SIGINT");
  expect(await new Promise((resolve) => server.once("close", resolve))).toBe(0);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "over standard input %s stops it, even if the input stays open",
  async (signal) => {
    const folder = createFolder(skills);
    const server = spawn(process.execPath, [bin, "mcp", "--root", `${folder}/skills`], {
      env: { ...process.env, SKILLWRIGHT_HOME: `${folder}/home` },
      stdio: "pipe",
    });
    servers.push(server);
    const hello = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "0" },
    };
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
    await server.stdout.take(1).toArray();
    server.kill(signal);
    await new Promise((resolve) => server.once("close", resolve));
    expect([server.exitCode, server.signalCode]).toEqual([0, null]);
  },
);

test("an invalid gateway file is refused before anything is served", async () => {
  const folder = createFolder({ "bad.json": '{"mcpServers": {"a b": {"command": 5}}}' });
  const { code, stdout, stderr } = await skillwright(["mcp", "--gateway", `${folder}/bad.json`]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/bad\.json/);
  expect(stderr).not.toMatch(/^\s+at /m);
});

function gatewayFile(folder: string): string {
  const require = createRequire(import.meta.url);
  const files = require.resolve("@modelcontextprotocol/server-filesystem/dist/index.js");
  const every = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
  const config = {
    mcpServers: {
      files: { command: process.execPath, args: [files, `${folder}/work`] },
      every: { command: process.execPath, args: [every] },
    },
  };
  return `${createFolder({ "gateway.json": JSON.stringify(config) })}/gateway.json`;
}

type Serving = { readonly url: string; readonly token: string; readonly server: ChildProcess };

async function serveHttp(folder: string, words: readonly string[]): Promise<Serving> {
  const args = [bin, "mcp", "--http", "--json", "--quiet", "--root", `${folder}/skills`, ...words];
  const server = spawn(process.execPath, args, {
    env: { ...process.env, SKILLWRIGHT_HOME: `${folder}/home` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.push(server);
  const [line] = await server.stdout.setEncoding("utf8").take(1).toArray();
  return { ...JSON.parse(String(line)), server };
}

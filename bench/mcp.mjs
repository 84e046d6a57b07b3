import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { heading, interleaveAsync, row } from "./measure.mjs";

const bin = fileURLToPath(new URL("../packages/cli/bin/skillwright.mjs", import.meta.url));
const require = createRequire(import.meta.url);
const everything = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** What the server and the gateway cost, with real processes on both sides. */
export async function measureMcp(root, home) {
  heading("over MCP");
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const gateway = join(folder, "gateway.json");
  const server = { command: process.execPath, args: [everything] };
  writeFileSync(gateway, JSON.stringify({ mcpServers: { every: server } }));
  const words = ["mcp", "--quiet", "--root", root, "--gateway", gateway];
  const fronted = {
    command: process.execPath,
    args: [bin, ...words],
    env: { ...process.env, SKILLWRIGHT_HOME: home },
  };
  const started = await interleaveAsync(5, {
    direct: () => connect(server).then((client) => client.close()),
    skills: () =>
      connect({ ...fronted, args: [bin, ...words.slice(0, -2)] }).then((client) => client.close()),
  });
  row("handshake with a public server (ms)", started.direct);
  row("handshake with 1,000 skills (ms)", started.skills, 3000);
  const [direct, through] = await Promise.all([connect(server), connect(fronted)]);
  await through.listTools();
  const call = (client, name, input) => () => client.callTool({ name, arguments: input });
  const best = await interleaveAsync(200, {
    direct: call(direct, "echo", { message: "hi" }),
    gateway: call(through, "every__echo", { message: "hi" }),
    search: call(through, "skills_search", { query: "deploy the release" }),
  });
  row("call to the public server (ms)", best.direct);
  row("same through the gateway, guarded and recorded, minus it (ms)", best.gateway - best.direct);
  row("skills_search over 1,000 skills (ms)", best.search, 2000);
  await Promise.all([direct.close(), through.close()]);
  rmSync(folder, { recursive: true, force: true });
}

async function connect(parameters) {
  const client = new Client({ name: "bench", version: "0" });
  await client.connect(new StdioClientTransport({ ...parameters, stderr: "ignore" }));
  return client;
}
